//! The level that a heuristic is asked about.

use super::TwoBoxPatternDatabase;
use crate::level::{Position, Square};
use crate::maze::Maze;

/// The level that a heuristic makes its tables for.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The level before the first push.
    pub maze: &'a Maze<'a>,
    /// The position that is to be solved.
    pub start: &'a Position,
    /// Whether states are estimated by what separates them from the start, by pulls, and not from the goals.
    pub by_pulls: bool,
    /// The exact pushes of every two boxes, where they were computed.
    pub pairs: Option<&'a TwoBoxPatternDatabase>,
}

impl<'a> Problem<'a> {
    /// Forwards from a start, without tables.
    pub const fn new(maze: &'a Maze<'a>, start: &'a Position) -> Self {
        Self { maze, start, by_pulls: false, pairs: None }
    }

    /// The squares that the boxes are to come to: the goals; by pulls the squares of the boxes at the start.
    pub fn targets(&self) -> &'a [Square] {
        if self.by_pulls { &self.start.boxes } else { self.maze.board.goals() }
    }
}
