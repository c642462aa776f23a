//! One step of a solution: which boxes it moves, why, and with which room events.

use super::Purpose;
use crate::abstraction::Label;
use crate::level::Square;
use crate::maze::AreaId;
use crate::push::Push;
use std::ops::Range;

/// Whether a step takes one box to another area, or moves boxes inside areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepKind {
    /// One box is pushed from one area to another, without a push of another box.
    Transfer,
    /// Boxes are pushed, and each ends in the area in which it began.
    Arrangement,
}

impl StepKind {
    /// Both kinds, in the order of reports.
    pub const ALL: [Self; 2] = [Self::Transfer, Self::Arrangement];

    /// Returns the name of the kind in reports, e.g. `transfer`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::Arrangement => "arrangement",
        }
    }
}

/// The way of one box in a step of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trip {
    /// Index of the box among the boxes of the start, in reading order.
    pub number: usize,
    /// Squares of the box, from the first to the last; at least two.
    pub way: Vec<Square>,
    /// Areas of the squares of the way, with repeats in a row merged.
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

    /// Returns whether the box is in another area after the step than before.
    pub fn changes_area(&self) -> bool {
        self.route.first() != self.route.last()
    }
}

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

/// A step of a solution: consecutive moves, and what these do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionStep {
    /// Whether the step is a transfer or an arrangement.
    pub kind: StepKind,
    /// Range of indices of moves of the solution: the walk to the first push up to the last push; in the last step also
    /// the walk after the last push.
    pub moves: Range<usize>,
    /// Pushes of the step in order; at least one.
    pub pushes: Vec<Push>,
    /// Way of each box that is moved, in the order of first pushes; a transfer moves one box.
    pub trips: Vec<Trip>,
    /// What the step is good for, derived from the later steps.
    pub purposes: Vec<Purpose>,
    /// Room events of a transfer, one for each border that its box crosses, in order; empty before
    /// [`super::label_events`].
    pub events: Vec<RoomEvent>,
}

impl SolutionStep {
    /// Returns the areas on the way of the box of a transfer, in order, or those of an arrangement, ascending.
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
