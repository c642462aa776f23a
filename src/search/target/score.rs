//! Features of a position of the search by pulls: obstacles to the player, and distances of the boxes from the start.

use crate::feature_space;
use std::cmp::Reverse;

/// Score of a position, compared in the order of the fields; the least value of each field is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    /// Number of regions into which boxes divide the free floor.
    pub(super) regions: Reverse<u32>,
    /// Number of boxes without a free square beside them; `u32::MAX` if there is more than one region.
    pub(super) shut_in: Reverse<u32>,
    /// Number of pulls of the boxes to the squares of the start, by a minimum-cost matching, or an upper bound if a box
    /// was moved since the last matching.
    pub(super) distance: Reverse<u32>,
}

impl feature_space::Score for Score {
    type Cell = u32;
    type Tie = Self;

    fn cell(self) -> u32 {
        self.regions.0
    }

    fn tie(self) -> Self {
        self
    }
}
