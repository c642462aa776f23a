//! Reduced positions: only some boxes of a position stay on the board.

use crate::level::{Board, Square};
use crate::push::{BoxSet, Region};

/// Some boxes of a position, the player's region with only these boxes on the board, and the owed goals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::deadlock) struct Reduced {
    /// Boxes that are kept.
    pub(in crate::deadlock) boxes: BoxSet,
    /// Lowest square of the player's region.
    pub(in crate::deadlock) player: Square,
    /// Owed goals: empty goals that no box, kept or not, can have reached.
    pub(in crate::deadlock) owed: BoxSet,
}

impl Reduced {
    /// Creates the reduced position with the player on `player`; `region` is set to the player's region.
    pub(in crate::deadlock) fn with(
        board: &Board,
        boxes: BoxSet,
        player: Square,
        owed: BoxSet,
        region: &mut Region,
    ) -> Self {
        region.flood(board, player, |s| boxes.has(s));
        Self { boxes, player: region.representative(), owed }
    }

    /// Returns whether the reduced position is solved: all boxes stand on goals, and no goal is owed.
    pub(in crate::deadlock) fn is_done(&self, board: &Board) -> bool {
        self.owed.is_empty() && self.boxes.iter().all(|b| board.is_goal(b))
    }
}

/// Removes from `set` the squares for which `is_kept` is false.
pub(in crate::deadlock) fn retain(set: &mut BoxSet, is_kept: impl Fn(Square) -> bool) {
    for square in set.clone().iter().filter(|&s| !is_kept(s)) {
        set.remove(square);
    }
}
