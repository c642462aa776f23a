//! The layer `focus`: areas and boxes of the next step of a plan, to which other layers can be restricted, since with
//! many boxes the full layers show too much (Stoeller and Kosteljik 2010).

use super::{Assistant, Plan};
use crate::level::Square;

/// Squares and boxes that matter for the next step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// Squares of the areas of the step, ascending.
    pub squares: Vec<Square>,
    /// Squares of the boxes in these areas or beside them, and of boxes that the step pushes, ascending.
    pub boxes: Vec<Square>,
}

impl Assistant<'_> {
    /// Returns the focus of the first step of a plan; `None` if the plan has no steps.
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
    /// Returns whether a square belongs to the focus, or is the square of a box of the focus.
    pub fn has(&self, square: Square) -> bool {
        self.squares.binary_search(&square).is_ok() || self.boxes.binary_search(&square).is_ok()
    }
}
