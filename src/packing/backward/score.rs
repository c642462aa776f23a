//! The features of a position of the search from the end: boxes left, and obstacles to their removal.

use crate::feature_space;
use std::cmp::Reverse;

/// Features of a position, compared in the order of the fields; the lowest value of each is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    /// Number of boxes left.
    pub(super) boxes: Reverse<u32>,
    /// Number of regions of the player.
    pub(super) regions: Reverse<u32>,
    /// Number of boxes on goals.
    pub(super) on_goals: Reverse<u32>,
    /// Sum of the pulls from each box to its nearest base, each box alone on the board.
    pub(super) distance: Reverse<u32>,
}

impl feature_space::Score for Score {
    type Cell = [u32; 3];
    type Tie = Self;

    fn cell(self) -> [u32; 3] {
        [self.boxes.0, self.on_goals.0, self.regions.0]
    }

    fn tie(self) -> Self {
        self
    }
}
