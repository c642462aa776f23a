//! Lower bounds on the pushes of a position from the start and to the goals: two matchings.

use super::ground::Ground;
use crate::heuristic::{CostTable, IncrementalMatching, Targets};
use crate::level::{Direction, Position, Square};
use crate::maze::Maze;
use crate::push::{CellSet, Words};
use crate::run::{Held, Meter, Stop};

/// Bounds on the pushes to the goals, and from the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distance {
    pub(super) to_goals: u32,
    pub(super) from_start: u32,
}

/// What a box alone needs.
#[derive(Debug)]
pub(super) struct Costs {
    to_goals: CostTable,
    from_start: CostTable,
    /// For each square, whether no box of the start can be pushed to it.
    pub(super) is_out_of_reach: Vec<bool>,
}

impl Costs {
    pub(super) fn new(maze: &Maze<'_>, start: &Position, meter: &mut Meter) -> Result<Self, Stop> {
        let (board, distances) = (maze.board, &maze.distances);
        let targets = Targets::by_pulls(board, start, meter)?;
        Ok(Self {
            to_goals: CostTable::new(distances, distances.places_in_all(), board.goals().len(), meter)?,
            from_start: CostTable::new(&targets, board.len(), start.boxes.len(), meter)?,
            is_out_of_reach: targets.dead_squares(),
        })
    }
}

/// The matchings of one position, and of those with one box moved.
#[derive(Debug)]
pub(super) struct Matchings {
    to_goals: IncrementalMatching,
    from_start: IncrementalMatching,
    /// By cell, the row of the box there.
    row: Vec<u32>,
    _held: Held,
}

impl Matchings {
    pub(super) fn new(costs: &Costs, cells: usize, meter: &Meter) -> Result<Self, Stop> {
        let mut held = Held::default();
        held.grow(cells * size_of::<u32>(), meter)?;
        Ok(Self {
            to_goals: IncrementalMatching::new(&costs.to_goals),
            from_start: IncrementalMatching::new(&costs.from_start),
            row: vec![0; cells],
            _held: held,
        })
    }

    /// Matches the boxes of a position; `None` where that is impossible.
    #[inline(always)]
    pub(super) fn solve<W: Words>(
        &mut self,
        ground: &Ground<'_, W>,
        costs: &Costs,
        boxes: &CellSet<W>,
        player: Square,
        meter: &Meter,
    ) -> Result<Option<Distance>, Stop> {
        for (row, cell) in (0..).zip(boxes.iter()) {
            self.row[cell] = row;
        }
        let squares = || boxes.iter().map(|cell| ground.grid.square(cell));
        let places = squares().map(|square| ground.maze.place(square, player));
        let to_goals = self.to_goals.solve(&costs.to_goals, places, meter)?;
        let from_start = self.from_start.solve(&costs.from_start, squares().map(Targets::place), meter)?;
        Ok(distance(to_goals, from_start))
    }

    /// With the box of one cell pushed onto another, or pulled from it: `direction` is that of the push. `pushes` is one
    /// for a push, 0 for what is not.
    #[inline(always)]
    pub(super) fn moved<W: Words>(
        &mut self,
        ground: &Ground<'_, W>,
        costs: &Costs,
        (from, to): (usize, usize),
        direction: Direction,
        (is_push, is_pull): (bool, bool),
    ) -> Option<Distance> {
        let (row, square) = (self.row[from] as usize, ground.grid.square(to));
        let place = ground.maze.place_pushed(square, direction);
        let to_goals = self.to_goals.moved(&costs.to_goals, row, place, is_push)?;
        let from_start = self.from_start.moved(&costs.from_start, row, Targets::place(square), is_pull)?;
        distance(Some(to_goals), Some(from_start))
    }
}

fn distance(to_goals: Option<i32>, from_start: Option<i32>) -> Option<Distance> {
    Some(Distance { to_goals: u32::try_from(to_goals?).ok()?, from_start: u32::try_from(from_start?).ok()? })
}
