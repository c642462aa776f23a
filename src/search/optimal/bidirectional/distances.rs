//! Lower bounds on the pushes of a position from the start and to the goals: two matchings.

use super::ground::Ground;
use crate::heuristic::{CostTable, Costs as _, Detours, IncrementalMatching, Targets};
use crate::level::{Direction, Position, Square};
use crate::maze::{Maze, PushDistances};
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
        let places = distances.places_in_all();
        let pushed = Targets::by_pushes_from(maze, start, meter)?;
        let is_out_of_reach = |square| {
            let mut sides = board.neighbours(square).map(|beside| maze.place(square, beside));
            sides.all(|place| pushed.to_goals(place).iter().all(|&pushes| pushes == PushDistances::NEVER))
        };
        Ok(Self {
            to_goals: CostTable::new(distances, places, board.goals().len(), meter)?,
            from_start: CostTable::new(&pushed, places, start.boxes.len(), meter)?,
            is_out_of_reach: board.squares().map(is_out_of_reach).collect(),
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
    /// The boxes of the last position, ascending.
    squares: Vec<Square>,
    _held: Held,
}

impl Matchings {
    pub(super) fn new(costs: &Costs, cells: usize, meter: &Meter) -> Result<Self, Stop> {
        let mut held = Held::default();
        held.grow(cells * (size_of::<u32>() + size_of::<Square>()), meter)?;
        Ok(Self {
            to_goals: IncrementalMatching::new(&costs.to_goals),
            from_start: IncrementalMatching::new(&costs.from_start),
            row: vec![0; cells],
            squares: Vec::with_capacity(cells),
            _held: held,
        })
    }

    /// Matches the boxes of a position with the goals; `None` where that is impossible.
    #[inline(always)]
    pub(super) fn solve_to_goals<W: Words>(
        &mut self,
        ground: &Ground<'_, W>,
        costs: &Costs,
        (boxes, player): (&CellSet<W>, Square),
        meter: &Meter,
    ) -> Result<Option<u32>, Stop> {
        self.squares.clear();
        self.squares.extend(boxes.iter().map(|cell| ground.grid.square(cell)));
        let places = self.squares.iter().map(|&square| ground.maze.place(square, player));
        let cost = self.to_goals.solve(&costs.to_goals, places, meter)?;
        Ok(cost.and_then(|cost| u32::try_from(cost).ok()))
    }

    /// Further pushes that the boxes of the last matching with goals need.
    #[inline(always)]
    pub(super) fn detours(&self, costs: &Costs, player: Square, detours: &mut Detours<'_>) -> u32 {
        detours.of(&self.squares, player, self.to_goals.options(&costs.to_goals))
    }

    /// Matches the boxes of the last position with those of the start.
    #[inline(always)]
    pub(super) fn solve_from_start<W: Words>(
        &mut self,
        ground: &Ground<'_, W>,
        costs: &Costs,
        player: Square,
        meter: &Meter,
    ) -> Result<Option<u32>, Stop> {
        for (row, &square) in (0..).zip(&self.squares) {
            self.row[ground.grid.cell(square)] = row;
        }
        let places = self.squares.iter().map(|&square| ground.maze.place(square, player));
        let cost = self.from_start.solve(&costs.from_start, places, meter)?;
        Ok(cost.and_then(|cost| u32::try_from(cost).ok()))
    }

    /// Matches the boxes of a position both ways.
    #[inline(always)]
    pub(super) fn solve<W: Words>(
        &mut self,
        ground: &Ground<'_, W>,
        costs: &Costs,
        (boxes, player): (&CellSet<W>, Square),
        meter: &Meter,
    ) -> Result<Option<Distance>, Stop> {
        let to_goals = self.solve_to_goals(ground, costs, (boxes, player), meter)?;
        let from_start = self.solve_from_start(ground, costs, player, meter)?;
        Ok(to_goals.zip(from_start).map(|(to_goals, from_start)| Distance { to_goals, from_start }))
    }

    /// With the box of one cell on another, and the player behind it as after a push in the direction. `is_push` and
    /// `is_pull` say that one push, or one pull, leads there: it brings no box nearer to a goal, or to a square of the
    /// start, by more than one.
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
        let from_start = self.from_start.moved(&costs.from_start, row, place, is_pull)?;
        Some(Distance { to_goals: u32::try_from(to_goals).ok()?, from_start: u32::try_from(from_start).ok()? })
    }
}
