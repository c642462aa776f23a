//! How many operators of each kind and label a search by room events tried.

use super::Act;
use crate::abstraction::{Label, LabelCounts};

/// Numbers of operators tried by a search of room events, by kind and label, and of positions and closures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventTally {
    /// Number of events tried, by label (the certainty of the outcome).
    pub event_labels: LabelCounts,
    /// Number of arrangements tried, by label (the certainty of the outcome).
    pub arrangement_labels: LabelCounts,
    /// Number of events tried: a box leaves its area after silent pushes inside.
    pub events: u64,
    /// Number of arrangements tried: silent pushes inside an area.
    pub arrangements: u64,
    /// Number of macro pushes of the full push search tried, in positions in which a closure was cut.
    pub pushes: u64,
    /// Number of operators that led to positions known before.
    pub known: u64,
    /// Number of operators that led to positions which deadlock rules prove lost.
    pub lost: u64,
    /// Number of positions whose operators were generated.
    pub positions: u64,
    /// Number of expanded positions in which the closure of an area was cut by its budget.
    pub cut: u64,
    /// Number of closures (all that pushes inside one area lead to) that were explored.
    pub closures: u64,
    /// Number of requests for a closure, cached ones included.
    pub asked: u64,
    /// Number of full push searches that took over.
    pub takeovers: u64,
    /// Number of push nodes of all full push searches that took over.
    pub takeover_nodes: u64,
}

impl EventTally {
    /// Adds one tried operator of this kind and label.
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

    /// Returns the number of events and arrangements tried, by label.
    pub fn labels(&self) -> LabelCounts {
        let mut labels = self.event_labels;
        labels += self.arrangement_labels;
        labels
    }
}
