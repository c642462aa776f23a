//! Boxes that have a free path to a goal.

use super::Assistant;
use crate::level::Square;
use crate::push::{Play, Push};
use crate::run::{Meter, Stop};

/// A box off goal that can be pushed to a goal while all others stay in place. Often but not always a good move: goals
/// further in may have to be filled first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalPath {
    /// The square of the box.
    pub from: Square,
    /// The goal.
    pub to: Square,
    /// The pushes.
    pub pushes: Vec<Push>,
}

impl Assistant<'_> {
    /// Returns a shortest path for each box that has one.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn goal_paths(&mut self, meter: &Meter) -> Result<Vec<GoalPath>, Stop> {
        let board = self.maze.board;
        let boxes: Vec<Square> = self.boxes.iter().filter(|&b| !board.is_goal(b)).collect();
        let mut path = |from| {
            let region = &self.region;
            let found = self.macros.of_box(self.maze, &self.boxes, from, |s| region.has(s), Play::Push);
            // The moves are in order of length.
            let index = found.iter().position(|m| board.is_goal(m.to))?;
            let to = found[index].to;
            Some(GoalPath { from, to, pushes: self.macros.pushes(board, index) })
        };
        let paths = boxes.into_iter().map(|from| meter.check().map(|()| path(from)));
        paths.filter_map(Result::transpose).collect()
    }
}
