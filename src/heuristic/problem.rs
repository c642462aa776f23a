//! The problem that a heuristic estimates.

use super::TwoBoxPatternDatabase;
use crate::level::{Position, Square};
use crate::maze::Maze;

/// The level and the direction of search for which a heuristic makes its tables.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The level before the first push.
    pub maze: &'a Maze<'a>,
    /// The position to solve.
    pub start: &'a Position,
    /// Whether estimates are pulls to the start, instead of pushes to the goals.
    pub by_pulls: bool,
    /// The exact pushes of every two boxes, if they were computed.
    pub pairs: Option<&'a TwoBoxPatternDatabase>,
}

impl<'a> Problem<'a> {
    /// Makes the problem of a search by pushes from a start, without tables.
    pub const fn new(maze: &'a Maze<'a>, start: &'a Position) -> Self {
        Self { maze, start, by_pulls: false, pairs: None }
    }

    /// Returns the targets of the boxes: the goals; by pulls the squares of the boxes at the start.
    pub fn targets(&self) -> &'a [Square] {
        if self.by_pulls { &self.start.boxes } else { self.maze.board.goals() }
    }
}
