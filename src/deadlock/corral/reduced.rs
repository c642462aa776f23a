//! A position of which only some boxes are kept.

use crate::level::{Board, Square};
use crate::push::{BoxSet, Region};

/// Some boxes of a position, the player's region among them, and the owed goals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::deadlock) struct Reduced {
    /// The kept boxes.
    pub(in crate::deadlock) boxes: BoxSet,
    /// The lowest square of the player's region.
    pub(in crate::deadlock) player: Square,
    /// The owed goals: empty goals that no box, kept or not, can have reached.
    pub(in crate::deadlock) owed: BoxSet,
}

impl Reduced {
    /// Makes the reduced position with the player on this square; `region` is then the player's region.
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

/// Removes the squares from a set that do not satisfy a condition.
pub(in crate::deadlock) fn retain(set: &mut BoxSet, is_kept: impl Fn(Square) -> bool) {
    for square in set.clone().iter().filter(|&s| !is_kept(s)) {
        set.remove(square);
    }
}
