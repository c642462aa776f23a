//! A level on a grid, as both sides of a search use it, and tables of lost sets of two and three boxes.

use crate::deadlock::{Lost, LostSets};
use crate::level::{Direction, Position, Square};
use crate::maze::Maze;
use crate::push::{CellSet, Grid, Keys, Words};
use crate::run::{Meter, Stop};

/// A level and its start on a grid, with precomputed sets of cells.
#[derive(Debug)]
pub(crate) struct GridProblem<'a, W> {
    pub(crate) maze: &'a Maze<'a>,
    pub(crate) grid: Grid<W>,
    pub(crate) keys: Keys,
    pub(crate) goals: CellSet<W>,
    pub(crate) start: CellSet<W>,
    /// Live cells: a lone box can be pushed from there to some goal.
    pub(crate) live: CellSet<W>,
    /// For each direction, the cells where a box that arrives by a push in this direction can still reach a goal.
    pub(crate) live_after: [CellSet<W>; 4],
}

impl<'a, W: Words> GridProblem<'a, W> {
    pub(crate) fn new(maze: &'a Maze<'a>, start: &Position) -> Self {
        let (board, grid) = (maze.board, Grid::new(maze.board));
        let live_after = Direction::ALL.map(|direction| {
            let is_live = |&to: &_| {
                board.next(to, direction.opposite()).is_some()
                    && !maze.distances.is_dead_place(maze.place_pushed(to, direction))
            };
            grid.set(board.squares().filter(is_live))
        });
        Self {
            maze,
            keys: Keys::new(grid.cells()),
            goals: grid.set(board.goals().iter().copied()),
            start: grid.set(start.boxes.iter().copied()),
            live: grid.set(board.squares().filter(|&square| !maze.distances.is_dead(square))),
            live_after,
            grid,
        }
    }

    /// Returns the hash key of a position; `player` is the lowest square of the player's region.
    pub(crate) fn key(&self, boxes: &CellSet<W>, player: Square) -> u32 {
        self.keys.of(boxes) ^ self.keys.player(self.grid.cell(player))
    }
}

/// Numbers of expanded positions after which the tables of two boxes and of three boxes are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Due {
    pub(crate) pairs: u64,
    pub(crate) threes: u64,
}

#[derive(Debug)]
pub(crate) struct Tables<W> {
    lost: Lost,
    sets: Option<LostSets<W>>,
    has_threes: bool,
}

impl<W: Words> Tables<W> {
    pub(crate) const fn new(lost: Lost) -> Self {
        Self { lost, sets: None, has_threes: false }
    }

    /// Makes the tables due after `expanded` positions, for boxes on `live` that must reach `targets`; returns whether
    /// any.
    pub(crate) fn prepare(
        &mut self,
        grid: &Grid<W>,
        live: &CellSet<W>,
        targets: &CellSet<W>,
        expanded: u64,
        due: Due,
        meter: &Meter,
    ) -> Result<bool, Stop> {
        if expanded < due.pairs {
            return Ok(false);
        }
        let (sets, mut is_new) = match &mut self.sets {
            Some(sets) => (sets, false),
            none => (none.insert(LostSets::of_pairs(grid, self.lost, live, targets, meter)?), true),
        };
        if !self.has_threes && expanded >= due.threes {
            sets.add_threes(grid, targets, meter)?;
            self.has_threes = true;
            is_new = true;
        }
        Ok(is_new)
    }

    /// True if a box just moved to cell `to` is lost together with one or two of the boxes `others`.
    #[inline(always)]
    pub(crate) fn is_lost(&self, to: usize, direction: Direction, others: &CellSet<W>) -> bool {
        self.sets.as_ref().is_some_and(|sets| sets.is_lost(to, direction, others))
    }
}
