//! The features of a position: the boxes left, and obstacles to their removal.

use crate::feature_space;
use std::cmp::Reverse;

/// The score of a position, compared in the order of its fields; the least value of each is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    /// The number of boxes.
    pub(super) boxes: Reverse<u32>,
    /// The number of regions of the player.
    pub(super) regions: Reverse<u32>,
    /// The number of boxes on goals.
    pub(super) on_goals: Reverse<u32>,
    /// The number of broken edges of the room graph.
    pub(super) broken: Reverse<u32>,
    /// The sum of the pulls from each box to its nearest base.
    pub(super) distance: Reverse<u32>,
}

impl feature_space::Score for Score {
    type Cell = [u32; 4];
    type Tie = Self;

    fn cell(self) -> [u32; 4] {
        [self.boxes.0, self.on_goals.0, self.regions.0, self.broken.0]
    }

    fn tie(self) -> Self {
        self
    }
}
