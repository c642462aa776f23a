//! The layer `goal-paths`: boxes that can be pushed to a goal while all other boxes stay in place.

use super::Assistant;
use crate::level::Square;
use crate::push::{Play, Push};
use crate::run::{Meter, Stop};

/// Way of a box to a goal while all other boxes stay in place. Often but not always a good move: goals further in may
/// have to be filled first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalPath {
    /// Square of the box, which is not on a goal.
    pub from: Square,
    /// Square of the goal.
    pub to: Square,
    /// Pushes of the box from its square to the goal.
    pub pushes: Vec<Push>,
}

impl Assistant<'_> {
    /// Returns a shortest way to a goal for each box off goal that has such a way while all other boxes stay in place.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn goal_paths(&mut self, meter: &Meter) -> Result<Vec<GoalPath>, Stop> {
        let board = self.maze.board;
        let boxes: Vec<Square> = self.boxes.iter().filter(|&b| !board.is_goal(b)).collect();
        let mut path = |from| {
            let region = &self.region;
            let found = self.macros.of_box(self.maze, &self.boxes, from, |s| region.has(s), Play::Push);
            // Ways are in order of length.
            let index = found.iter().position(|m| board.is_goal(m.to))?;
            let to = found[index].to;
            Some(GoalPath { from, to, pushes: self.macros.pushes(board, index) })
        };
        let paths = boxes.into_iter().map(|from| meter.check().map(|()| path(from)));
        paths.filter_map(Result::transpose).collect()
    }
}
