//! One step of a solution.

use super::Purpose;
use crate::abstraction::Label;
use crate::level::Square;
use crate::maze::AreaId;
use crate::push::Push;
use std::ops::Range;

/// The two kinds of step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepKind {
    /// One box goes from one area to another, without a push of another box.
    Transfer,
    /// Boxes are moved, and each ends in the area in which it began.
    Arrangement,
}

impl StepKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Transfer, Self::Arrangement];

    /// Returns the word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::Arrangement => "arrangement",
        }
    }
}

/// The movement of one box in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trip {
    /// The number of the box among the boxes of the start, in reading order.
    pub number: usize,
    /// The squares of the box, from the first to the last; at least two.
    pub way: Vec<Square>,
    /// The areas of these squares, with one change for each border crossed.
    pub route: Vec<AreaId>,
}

impl Trip {
    /// Returns the square of the box before the step.
    pub fn from(&self) -> Square {
        self.way[0]
    }

    /// Returns the square of the box after the step.
    pub fn to(&self) -> Square {
        self.way[self.way.len() - 1]
    }

    /// Returns whether the box ends in another area.
    pub fn changes_area(&self) -> bool {
        self.route.first() != self.route.last()
    }
}

/// A box leaves an area by a border, while the boxes outside the area stay where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomEvent {
    /// The area that it leaves.
    pub from: AreaId,
    /// The area that it enters.
    pub to: AreaId,
    /// The label of the outcome in that area.
    pub label: Label,
    /// The number of undominated outcomes; of those found, if the budget cut the closure.
    pub outcomes: usize,
}

/// A step of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionStep {
    /// The kind of the step.
    pub kind: StepKind,
    /// The range of its moves, counted from 0: from the walk to its first push up to its last push. The last step also
    /// has the walk after it.
    pub moves: Range<usize>,
    /// The pushes in order; at least one.
    pub pushes: Vec<Push>,
    /// The trip of each box that it moved, in the order of first pushes. A transfer moves one box.
    pub trips: Vec<Trip>,
    /// The purposes, derived from the rest of the solution.
    pub purposes: Vec<Purpose>,
    /// The events of a transfer, one for each border that its box crosses, in order; empty before
    /// [`super::label_events`].
    pub events: Vec<RoomEvent>,
}

impl SolutionStep {
    /// Returns the areas of a transfer in order, or those in which an arrangement moves boxes, ascending.
    pub fn areas(&self) -> Vec<AreaId> {
        match self.kind {
            StepKind::Transfer => self.trips.iter().flat_map(|trip| trip.route.iter().copied()).collect(),
            StepKind::Arrangement => {
                let mut areas: Vec<AreaId> = self.trips.iter().map(|trip| trip.route[0]).collect();
                areas.sort_unstable();
                areas.dedup();
                areas
            }
        }
    }

    /// Returns the label of a transfer, which is that of its least certain event; `None` for an arrangement.
    pub fn label(&self) -> Option<Label> {
        self.weakest().map(|event| event.label)
    }

    /// Returns the least certain event of a transfer, the first of several.
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
