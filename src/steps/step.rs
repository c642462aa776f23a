//! One step of a solution.

use super::Purpose;
use crate::abstraction::Label;
use crate::level::Square;
use crate::maze::AreaId;
use crate::push::Push;
use serde::Serialize;
use std::ops::Range;

/// The two kinds of step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// One box goes from one area to another, without a push of another box.
    Transfer,
    /// Boxes are moved, and each ends in the area where it stood.
    Arrangement,
}

impl StepKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Transfer, Self::Arrangement];

    /// Returns the word of reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::Arrangement => "arrangement",
        }
    }
}

/// What a step did with one box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trip {
    /// The box: its place among the boxes of the start, in reading order.
    pub number: usize,
    /// Its squares, from that before the step to that after it. At least two.
    pub way: Vec<Square>,
    /// The areas of these squares, one after the other, each border once.
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
    /// How certain it is what the area looks like afterwards.
    pub label: Label,
    /// The number of outcomes of which none leads to another by pushes inside the area; of those found where the budget
    /// cut the closure.
    pub outcomes: usize,
}

/// A step of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionStep {
    /// Its kind.
    pub kind: StepKind,
    /// Its moves, as numbers from 0: the walk to the first push, then to the last push. The last step also has the walk
    /// after it.
    pub moves: Range<usize>,
    /// Its pushes, in order. At least one.
    pub pushes: Vec<Push>,
    /// What became of each box that it moved, in the order of their first pushes. A transfer moves one.
    pub trips: Vec<Trip>,
    /// What it is good for, as the rest of the solution shows.
    pub purposes: Vec<Purpose>,
    /// The borders that the box of a transfer crosses, in order; empty until [`super::label_events`] is asked.
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

    /// Returns the label of a transfer: that of its least certain event. `None` for an arrangement.
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
