//! The counts of one search of room events.

use super::Act;
use crate::abstraction::{Label, LabelCounts};

/// The counts of operators by act and label, and of positions and closures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventTally {
    /// The events tried, by label.
    pub event_labels: LabelCounts,
    /// The arrangements tried, by label.
    pub arrangement_labels: LabelCounts,
    /// The number of events tried.
    pub events: u64,
    /// The number of arrangements tried.
    pub arrangements: u64,
    /// The plain pushes tried, in positions in which a closure was cut.
    pub pushes: u64,
    /// The operators that led to known positions.
    pub known: u64,
    /// The operators that led to positions that the rules prove lost.
    pub lost: u64,
    /// The positions visited.
    pub positions: u64,
    /// The positions in which a closure was cut.
    pub cut: u64,
    /// The closures explored.
    pub closures: u64,
    /// The requests for closures.
    pub asked: u64,
    /// The full push searches that took over.
    pub takeovers: u64,
    /// The push nodes of the takeovers.
    pub takeover_nodes: u64,
}

impl EventTally {
    /// Counts an operator that was tried.
    pub(super) const fn tried(&mut self, act: Act, label: Label) {
        match act {
            Act::Event => {
                self.events += 1;
                self.event_labels.add(label, 1);
            }
            Act::Arrangement => {
                self.arrangements += 1;
                self.arrangement_labels.add(label, 1);
            }
            Act::Push | Act::Takeover => self.pushes += 1,
        }
    }

    /// Returns the events and arrangements tried, by label.
    pub fn labels(&self) -> LabelCounts {
        let mut labels = self.event_labels;
        labels += self.arrangement_labels;
        labels
    }
}
