//! What can a room do? Walks and pushes over borders, local states, dead rooms, room events, and labels. Planning and
//! pushing are left to the planner and the searches.

mod dead_rooms;
mod events;
mod local;

pub use dead_rooms::{DeadRoom, Supply};
pub use events::{Explorer, MEMBERS, Room, RoomClosure, RoomCrossing, RoomPruning, RoomState, RoomView};
pub use local::{AreaEffect, Bits, BorderPush, Borders, LocalArea, LocalState, Walk, each, has};
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// How certain the outcome of an operator is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// All pushes inside the area were tried (the closure is complete), and one outcome is left after dominance.
    Deterministic,
    /// The closure is complete and has several outcomes, among which the planner chooses.
    Choice,
    /// The closure was cut by its budget: the outcomes found are real, but outcomes may be missing.
    Unknown,
}

impl Label {
    /// All labels, in the order of reports.
    pub const ALL: [Self; 3] = [Self::Deterministic, Self::Choice, Self::Unknown];

    /// Returns the label of an operator with this number of outcomes; `is_cut`: whether its budget cut the closure.
    pub const fn of(outcomes: usize, is_cut: bool) -> Self {
        match (outcomes, is_cut) {
            (_, true) => Self::Unknown,
            (0 | 1, false) => Self::Deterministic,
            (_, false) => Self::Choice,
        }
    }

    /// Returns the name in reports, e.g. `choice`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Deterministic => "deterministic",
            Self::Choice => "choice",
            Self::Unknown => "unknown",
        }
    }
}

/// The number of operators of each [`Label`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct LabelCounts {
    /// Number of operators with one outcome, after all pushes inside the area were tried.
    pub deterministic: u64,
    /// Number of operators with several outcomes, after all pushes inside the area were tried.
    pub choice: u64,
    /// Number of operators for which a budget ended the search of pushes inside the area.
    pub unknown: u64,
}

impl LabelCounts {
    /// Returns the number of operators that have a label.
    pub const fn get(&self, label: Label) -> u64 {
        match label {
            Label::Deterministic => self.deterministic,
            Label::Choice => self.choice,
            Label::Unknown => self.unknown,
        }
    }

    /// Adds `count` operators of a label.
    pub const fn add(&mut self, label: Label, count: u64) {
        *match label {
            Label::Deterministic => &mut self.deterministic,
            Label::Choice => &mut self.choice,
            Label::Unknown => &mut self.unknown,
        } += count;
    }

    /// Returns each label with its number of operators, in the order of [`Label::ALL`].
    pub fn by_label(self) -> impl Iterator<Item = (Label, u64)> {
        Label::ALL.into_iter().map(move |label| (label, self.get(label)))
    }

    /// Returns the number of operators of all labels together.
    pub fn total(self) -> u64 {
        self.by_label().map(|(_, count)| count).sum()
    }
}

impl AddAssign for LabelCounts {
    fn add_assign(&mut self, other: Self) {
        other.by_label().for_each(|(label, count)| self.add(label, count));
    }
}
