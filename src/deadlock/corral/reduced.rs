//! A position of which only some boxes are kept.

use crate::level::{Board, Square};
use crate::push::{BoxSet, Region};

/// Some boxes of a position, the player's region among them, and what must still be done besides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::deadlock) struct Reduced {
    /// The kept boxes.
    pub(in crate::deadlock) boxes: BoxSet,
    /// The lowest square of the player's region.
    pub(in crate::deadlock) player: Square,
    /// Empty goals that no box, kept or not, can have come to.
    pub(in crate::deadlock) owed: BoxSet,
}

impl Reduced {
    /// The reduced position with the player on that square; `region` is left flooded.
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

    /// Returns whether nothing need be done any more: all boxes stand on goals, and no goal is owed.
    pub(in crate::deadlock) fn is_done(&self, board: &Board) -> bool {
        self.owed.is_empty() && self.boxes.iter().all(|b| board.is_goal(b))
    }
}

/// Leaves only those squares in a set that satisfy a condition.
pub(in crate::deadlock) fn retain(set: &mut BoxSet, is_kept: impl Fn(Square) -> bool) {
    for square in set.clone().iter().filter(|&s| !is_kept(s)) {
        set.remove(square);
    }
}
