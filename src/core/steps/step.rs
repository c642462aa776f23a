//! One step of a solution: the way of one box, why it is made, and its room events.

use super::Purpose;
use crate::abstraction::Label;
use crate::level::Square;
use crate::maze::AreaId;
use crate::push::Push;
use std::ops::Range;

/// Whether the box of a step ends in another area or in the area where it stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepKind {
    /// The box ends in another area.
    Transfer,
    /// The box ends in the area in which it began.
    Arrangement,
}

crate::run::from_word!(pub StepKind { Transfer = "transfer", Arrangement = "arrangement" });

/// A box that leaves an area over a border, while the boxes outside the area stay where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomEvent {
    /// Area that the box leaves.
    pub from: AreaId,
    /// Area that the box enters.
    pub to: AreaId,
    /// Label that says how certain the outcome is in the area that the box leaves.
    pub label: Label,
    /// Number of undominated outcomes: those found that no pushes inside the area lead to from another one found.
    pub outcomes: usize,
}

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
    /// What the step is good for, derived from the later steps; `None` if nothing was found.
    pub purpose: Option<Purpose>,
    /// Room events of a transfer, one for each border that its box crosses, in order; empty before
    /// [`super::label_events`].
    pub events: Vec<RoomEvent>,
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

    /// Returns whether the box ends in another area.
    pub fn kind(&self) -> StepKind {
        let [from, to] = self.ends();
        if from == to { StepKind::Arrangement } else { StepKind::Transfer }
    }

    /// Returns whether the step brings its box to a goal on which it stays.
    pub const fn fills(&self) -> bool {
        matches!(self.purpose, Some(Purpose::Fills(_)))
    }

    /// Returns whether the step brings its box to another area, where it waits for a later step.
    pub fn waits(&self) -> bool {
        self.kind() == StepKind::Transfer && !self.fills()
    }

    /// Returns the label of the least certain event of a transfer; `None` for arrangements, and before events are
    /// labelled.
    pub fn label(&self) -> Option<Label> {
        self.weakest().map(|event| event.label)
    }

    /// Returns the least certain room event of a transfer, the first of several; `None` if the step has none.
    pub fn weakest(&self) -> Option<&RoomEvent> {
        let doubt = |label: Label| match label {
            Label::Deterministic => 0,
            Label::Choice => 1,
            Label::Impossible => 2,
            Label::Context => 3,
            Label::Unknown => 4,
        };
        self.events.iter().rev().max_by_key(|event| doubt(event.label))
    }
}
