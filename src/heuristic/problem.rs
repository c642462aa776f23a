//! Problem whose positions a heuristic estimates.

use super::TwoBoxPatternDatabase;
use crate::level::{Position, Square};
use crate::maze::Maze;

/// Level and direction of search for which a heuristic creates its instance.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// Level before the first push, with its push distances.
    pub maze: &'a Maze<'a>,
    /// Position to solve.
    pub start: &'a Position,
    /// Whether estimates are numbers of pulls to the start, instead of pushes to the goals.
    pub by_pulls: bool,
    /// Exact number of pushes of every two boxes; `None` if not computed.
    pub pairs: Option<&'a TwoBoxPatternDatabase>,
}

impl<'a> Problem<'a> {
    /// Creates the problem of a search by pushes from a start, without tables.
    pub const fn new(maze: &'a Maze<'a>, start: &'a Position) -> Self {
        Self { maze, start, by_pulls: false, pairs: None }
    }

    /// Returns the squares that the boxes must reach: the goals; by pulls the squares of the boxes at the start.
    pub fn targets(&self) -> &'a [Square] {
        if self.by_pulls { &self.start.boxes } else { self.maze.board.goals() }
    }
}
