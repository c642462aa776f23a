//! The counts of one search of room events.

use super::Act;
use crate::abstraction::{Label, LabelCounts};

/// The counts of operators by act and label, and of positions and closures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventTally {
    /// The operators tried, by label, without plain pushes.
    pub labels: LabelCounts,
    /// The events among them.
    pub events: u64,
    /// The arrangements among them.
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
            Act::Event => self.events += 1,
            Act::Arrangement => self.arrangements += 1,
            Act::Push | Act::Takeover => {
                self.pushes += 1;
                return;
            }
        }
        self.labels.add(label, 1);
    }
}
