//! One step of a solution: the way of one box, why it is made, and its label.

use super::Purpose;
use crate::abstraction::Label;
use crate::level::Square;
use crate::maze::AreaId;
use crate::push::Push;
use std::ops::Range;

/// Effect of a step on boxes and areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepKind {
    /// A box enters another area, whether or not it comes back.
    Transfer,
    /// A box stays in its area.
    Arrangement,
    /// A push search moved boxes of any areas; no step of [`super::read`] is one.
    Takeover,
}

crate::run::from_word!(pub StepKind { Transfer = "transfer", Arrangement = "arrangement", Takeover = "takeover" });

/// A step of a solution: an unbroken sequence of pushes of one box, with the walks before and between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionStep {
    /// Index of the box among the boxes of the start, in reading order.
    pub number: usize,
    /// Range of indices of moves of the solution: the walk to the first push up to the last push; in the last step also
    /// the walk after the last push.
    pub moves: Range<usize>,
    /// Pushes of the step in order; at least one.
    pub pushes: Vec<Push>,
    /// Squares of the box, from the first to the last; at least two.
    pub way: Vec<Square>,
    /// Areas of the squares of the way, with repeats in a row merged.
    pub route: Vec<AreaId>,
    /// Purpose of the step, derived from the later steps; `None` if there is no evidence.
    pub purpose: Option<Purpose>,
    /// Label of the step's closure; `None` before [`super::label_steps`].
    pub label: Option<Label>,
}

impl SolutionStep {
    /// Returns the square of the box before the step.
    pub fn from(&self) -> Square {
        self.way[0]
    }

    /// Returns the square of the box after the step.
    pub fn to(&self) -> Square {
        self.way[self.way.len() - 1]
    }

    /// Returns the first and the last area of the route.
    pub fn ends(&self) -> [AreaId; 2] {
        [self.route[0], self.route[self.route.len() - 1]]
    }

    /// Returns the kind: a transfer if the box enters another area.
    pub fn kind(&self) -> StepKind {
        if self.route.len() > 1 { StepKind::Transfer } else { StepKind::Arrangement }
    }

    /// True if the step brings its box to a goal, and the box stays there.
    pub const fn fills(&self) -> bool {
        matches!(self.purpose, Some(Purpose::Fills(_)))
    }

    /// True if the step brings its box to another area, where it waits for a later step.
    pub fn waits(&self) -> bool {
        self.kind() == StepKind::Transfer && !self.fills()
    }
}
