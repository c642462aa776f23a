//! The features of a position: how much stands in the way of the player, and how far the boxes are from their starts.

use crate::feature_space;
use std::cmp::Reverse;

/// Compared in the order of its fields; of each the least is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    /// The number of regions of the player.
    pub(super) regions: Reverse<u32>,
    /// The number of broken edges of the room graph.
    pub(super) broken: Reverse<u32>,
    /// With one region: the number of boxes without a free square beside them.
    pub(super) shut_in: Reverse<u32>,
    /// The pulls of the boxes to the squares of the start, of a minimum-cost matching, or of one that is as good but for one box.
    pub(super) distance: Reverse<u32>,
}

impl feature_space::Score for Score {
    type Cell = [u32; 2];
    type Tie = Self;

    fn cell(self) -> [u32; 2] {
        [self.regions.0, self.broken.0]
    }

    fn tie(self) -> Self {
        self
    }
}
