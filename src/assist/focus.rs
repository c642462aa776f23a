//! What matters near the next step.
//!
//! LISA's authors found that with many boxes the layers tell too much. In comes a plan; out come the few areas and boxes
//! that its next step is about, so that other layers can be shown for them alone.

use super::{Assistant, Plan};
use crate::level::Square;

/// What to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// The squares of the step's areas, ascending.
    pub squares: Vec<Square>,
    /// The boxes on them or beside them, and those that the step pushes, ascending.
    pub boxes: Vec<Square>,
}

impl Assistant<'_> {
    /// Around the first step of a plan.
    pub fn focus(&self, plan: &Plan) -> Option<Focus> {
        let next = plan.steps.first()?;
        let board = self.maze.board;
        let is_near = |s: Square| next.step.areas().contains(&plan.areas.area_of(s));
        let is_pushed = |b: Square| next.pushes.iter().any(|push| push.from == b);
        let squares: Vec<Square> = board.squares().filter(|&s| is_near(s)).collect();
        let matters = |b: &Square| is_near(*b) || is_pushed(*b) || board.neighbours(*b).any(is_near);
        Some(Focus { squares, boxes: self.boxes.iter().filter(matters).collect() })
    }
}

impl Focus {
    /// Does it matter what happens there?
    pub fn has(&self, square: Square) -> bool {
        self.squares.binary_search(&square).is_ok() || self.boxes.binary_search(&square).is_ok()
    }
}
