//! Boxes that have a free way to a goal.

use super::Assistant;
use crate::level::Square;
use crate::push::{Play, Push};

/// A box off goal that can be pushed to a goal while all others stand still. Often but not always a good move: goals
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
    /// A shortest path for each box that has one.
    pub fn goal_paths(&mut self) -> Vec<GoalPath> {
        let board = self.maze.board;
        let boxes: Vec<Square> = self.boxes.iter().filter(|&b| !board.is_goal(b)).collect();
        let path = |from| {
            let region = &self.region;
            let found = self.macros.of_box(self.maze, &self.boxes, from, |s| region.has(s), Play::Push);
            // They are in order of length.
            let index = found.iter().position(|m| board.is_goal(m.to))?;
            let to = found[index].to;
            Some(GoalPath { from, to, pushes: self.macros.pushes(board, index) })
        };
        boxes.into_iter().filter_map(path).collect()
    }
}
