//! The layers `box-reach` and `goal-paths`: where one box can be pushed while all other boxes stay in place.

use super::assistant::Assistant;
use crate::level::Square;
use crate::push::{Play, Push};
use crate::run::{Meter, Stop};
use itertools::Itertools;

/// Squares that one box can be pushed to while all other boxes stay in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxReach {
    /// Square of the box.
    pub of: Square,
    /// Squares that the box can be pushed to, ascending, each with a shortest sequence of pushes.
    pub squares: Vec<(Square, Vec<Push>)>,
}

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
    /// Returns the reach of the box on `selected`, or else of the box nearest to the player; `None` if there is no box.
    pub fn box_reach(&mut self, selected: Option<Square>, meter: &Meter) -> Result<Option<BoxReach>, Stop> {
        let Some(of) = selected.filter(|b| self.boxes.has(*b)).or_else(|| self.nearest_box()) else { return Ok(None) };
        let squares = self.pushes_to_each(of, meter)?;
        Ok(Some(BoxReach { of, squares }))
    }

    fn pushes_to_each(&mut self, from: Square, meter: &Meter) -> Result<Vec<(Square, Vec<Push>)>, Stop> {
        let (board, region) = (self.maze.board, &self.region);
        let found = self.macros.of_box(self.maze, &self.boxes, from, |s| region.has(s), Play::PushAnywhere);
        // A square occurs once for each side of the player, the shortest first.
        let ends = found.iter().enumerate().map(|(index, m)| (m.to, index)).filter(|&(to, _)| to != from);
        let first: Vec<(Square, usize)> = ends.sorted_unstable().dedup_by(|one, other| one.0 == other.0).collect();
        let mut each = Vec::with_capacity(first.len());
        for (to, index) in first {
            meter.check()?;
            let mut pushes = self.macros.pushes(board, index);
            pushes.shrink_to_fit();
            each.push((to, pushes));
        }
        Ok(each)
    }

    fn nearest_box(&self) -> Option<Square> {
        let nearest_first = self.maze.board.spread([self.player], |at| self.maze.board.neighbours(at));
        nearest_first.into_iter().find(|&square| self.boxes.has(square))
    }

    /// Returns a shortest way to a goal for each box off goal that has such a way while all other boxes stay in place.
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
