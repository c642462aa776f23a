//! What was proposed, and what came of it: counts for reports.

use super::Extent;
use crate::abstraction::{Label, LabelCounts};

/// A full push search that took over from a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takeover {
    /// The number of the position.
    pub position: usize,
    /// The label of the realisations that left open what is possible.
    pub label: Label,
    /// Push nodes spent.
    pub nodes: u64,
    /// Whether it came to more packed boxes.
    pub is_realised: bool,
}

/// The counts of one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions of the upper level.
    pub positions: u64,
    /// Realisations, by label. Takeovers apart.
    pub labels: LabelCounts,
    /// Steps proposed, remembered ones and takeovers included.
    pub proposed: u64,
    /// Those of them that led to a position.
    pub realised: u64,
    /// Proposals whose result was remembered from a position that is locally the same.
    pub remembered: u64,
    /// Push nodes of realisations.
    pub realisation_nodes: u64,
    /// Those of the most expensive one.
    pub most_realisation_nodes: u64,
    /// Push nodes of takeovers.
    pub takeover_nodes: u64,
    /// Each takeover, in order.
    pub takeovers: Vec<Takeover>,
    /// The most boxes that one step of the solution moves, takeovers apart.
    pub most_boxes: usize,
}

impl Tally {
    /// Counts a realisation that has ended.
    pub(super) fn ended(&mut self, position: usize, extent: Extent, label: Label, nodes: u64, is_realised: bool) {
        self.proposed += 1;
        self.realised += u64::from(is_realised);
        if extent == Extent::All {
            self.takeover_nodes += nodes;
            self.takeovers.push(Takeover { position, label, nodes, is_realised });
        } else {
            self.labels.add(label, 1);
            self.realisation_nodes += nodes;
            self.most_realisation_nodes = self.most_realisation_nodes.max(nodes);
        }
    }

    /// Counts a proposal whose result was known.
    pub(super) const fn remembered(&mut self, is_realised: bool) {
        self.proposed += 1;
        self.remembered += 1;
        self.realised += is_realised as u64;
    }
}
