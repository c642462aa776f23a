//! The features of a position: obstacles to the player, and distances of the boxes from their starts.

use crate::feature_space;
use std::cmp::Reverse;

/// The score of a position, compared in the order of its fields; the least value of each is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    /// The number of regions of the player.
    pub(super) regions: Reverse<u32>,
    /// The number of broken edges of the room graph.
    pub(super) broken: Reverse<u32>,
    /// With one region: the number of boxes without a free square beside them.
    pub(super) shut_in: Reverse<u32>,
    /// The pulls of the boxes to the squares of the start, by a minimum-cost matching, or by one that is changed for
    /// one box only.
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
