//! Distance of a lone box to a target, by two measures.

use super::{Problem, Targets};
use crate::run::{Meter, Stop};

/// Measure of the distance of a lone box to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxDistance {
    /// Manhattan distance: number of rows plus number of columns between box and target, walls ignored.
    Manhattan,
    /// Number of pushes, or of pulls in searches by pulls, with the player on the best side of the box.
    Pushes,
}

impl BoxDistance {
    /// Returns the table of the distance from every square to every target of a problem, two bytes an entry.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn table(self, problem: &Problem<'_>, meter: &mut Meter) -> Result<Targets, Stop> {
        let board = problem.maze.board;
        match self {
            Self::Manhattan => Targets::manhattan(board, problem.targets(), meter),
            Self::Pushes if problem.by_pulls => Targets::by_pulls(board, problem.start, meter),
            Self::Pushes => Targets::by_pushes(problem.maze, meter),
        }
    }
}
