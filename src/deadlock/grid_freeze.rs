//! Frozen boxes on a grid: boxes that can never be pushed again.
//!
//! ```text
//!   ####       Neither box can move up or down for the wall, nor left or right for each other: they are frozen, and
//!   #$$        lost unless on goals.
//! ```
//! These are the deadlocks of [`super::rules::Freeze`], found by operations on sets of cells.

use crate::level::Direction;
use crate::push::{CellSet, Grid, Words};

/// Finds frozen boxes of a level on a grid by operations on sets of cells.
#[derive(Debug)]
pub struct GridFreeze<W> {
    /// Cells on which a box cannot be pushed up or down, since the cell above or below is a wall, or both are dead;
    /// `level` holds the cells on which a box cannot be pushed left or right.
    upright: CellSet<W>,
    level: CellSet<W>,
    goals: CellSet<W>,
}

impl<W: Words> GridFreeze<W> {
    /// Creates the finder: computes the cells on which walls and dead squares alone block a box along an axis.
    pub fn new(grid: &Grid<W>, live: &CellSet<W>, goals: &CellSet<W>) -> Self {
        let stops = |direction: Direction| {
            let both = |set: &CellSet<W>| grid.moved(set, direction).and(&grid.moved(set, direction.opposite()));
            let either = |set: &CellSet<W>| grid.beside(set, direction);
            // Both neighbours must be floor, and one of them must be live.
            grid.floor().minus(&both(grid.floor()).and(&either(live)))
        };
        Self { upright: stops(Direction::Up), level: stops(Direction::Left), goals: goals.clone() }
    }

    /// Returns whether the box on `pushed`, the box of the last push, is frozen and a frozen box stands off goal.
    #[inline(always)]
    pub fn is_lost(&self, grid: &Grid<W>, boxes: &CellSet<W>, pushed: usize) -> bool {
        let is_stopped = |stops: &CellSet<W>, direction: Direction| {
            stops.has(pushed)
                || boxes.has(grid.step(pushed, direction))
                || boxes.has(grid.step(pushed, direction.opposite()))
        };
        if !is_stopped(&self.upright, Direction::Up) || !is_stopped(&self.level, Direction::Left) {
            return false;
        }
        let frozen = self.frozen(grid, boxes);
        frozen.has(pushed) && !frozen.is_subset(&self.goals)
    }

    /// Returns the frozen boxes: the largest set of boxes each of which is stopped along both axes by walls, dead
    /// squares and boxes of the set.
    #[inline(never)]
    pub fn frozen(&self, grid: &Grid<W>, boxes: &CellSet<W>) -> CellSet<W> {
        let mut frozen = boxes.clone();
        loop {
            let upright = self.upright.or(&grid.beside(&frozen, Direction::Up));
            let level = self.level.or(&grid.beside(&frozen, Direction::Left));
            let rest = frozen.and(&upright).and(&level);
            if rest == frozen {
                return frozen;
            }
            frozen = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Level, Square};

    /// Returns the number of frozen boxes, and whether one of them is off goal.
    fn frozen(text: &str, pushed: (usize, usize)) -> (usize, bool) {
        let level = Level::from_xsb("", text).unwrap();
        let meter = &crate::run::Meter::unlimited();
        let grid = Grid::<[u64; 1]>::new(&level.board, meter).unwrap();
        let goals = grid.set(level.board.goals().iter().copied());
        let freeze = GridFreeze::new(&grid, grid.floor(), &goals);
        let boxes = grid.set(level.start.boxes.iter().copied());
        let pushed: Square = level.board.square(pushed.0, pushed.1).unwrap();
        (freeze.frozen(&grid, &boxes).len(), freeze.is_lost(&grid, &boxes, grid.cell(pushed)))
    }

    #[test]
    fn boxes_that_hold_each_other_are_frozen_and_lost_unless_on_goals() {
        assert_eq!(frozen("######\n# $$ #\n#@.. #\n######\n", (1, 2)), (2, true));
        assert_eq!(frozen("######\n# ** #\n#@   #\n######\n", (1, 2)), (2, false));
        assert_eq!(frozen("######\n#@   #\n# $$ #\n# .. #\n#    #\n######\n", (2, 2)), (0, false));
        // The third box blocks the others as long as it is blocked itself.
        assert_eq!(frozen("#######\n#     #\n# $$  #\n#@$   #\n# ... #\n#######\n", (2, 2)), (0, false));
        assert_eq!(frozen("#######\n#     #\n# $$  #\n#@$$  #\n# ....#\n#######\n", (2, 2)), (4, true));
    }

    /// ```text
    ///   #####       Along the upper wall there is no goal: its squares are dead. The box there can be pushed on between
    ///   # $ #       them, and nowhere else, so that it counts as frozen; where they are taken for live it does not.
    /// ```
    #[test]
    fn a_box_between_dead_squares_is_frozen() {
        let level = Level::from_xsb("", "#####\n# $ #\n#   #\n#@. #\n#####\n").unwrap();
        let meter = &mut crate::run::Meter::unlimited();
        let maze = crate::maze::Maze::new(&level.board, meter).unwrap();
        let grid = Grid::<[u64; 1]>::new(&level.board, meter).unwrap();
        let goals = grid.set(level.board.goals().iter().copied());
        let boxes = grid.set(level.start.boxes.iter().copied());
        let live = grid.set(level.board.squares().filter(|&square| !maze.distances.is_dead(square)));
        let is_lost = |live| {
            let cell = grid.cell(level.start.boxes[0]);
            GridFreeze::new(&grid, live, &goals).is_lost(&grid, &boxes, cell)
        };
        assert!(is_lost(&live) && !is_lost(grid.floor()));
    }
}
