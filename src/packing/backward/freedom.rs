//! Which pulls the search from the end may make.

use crate::level::{Board, Position, Square};
use crate::push::BoxSet;

/// Which pulls the search may make; a search that fails begins anew with more kinds of pulls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freedom {
    /// Boxes on goals at the start stay there; the others are pulled as in [`Freedom::Strict`].
    Settled,
    /// Boxes are pulled to other squares only if none can be removed.
    Strict,
    /// All pulls are made.
    All,
}

impl Freedom {
    /// Returns the next greater freedom; `None` after [`Freedom::All`].
    pub(super) const fn next(self) -> Option<Self> {
        match self {
            Self::Settled => Some(Self::Strict),
            Self::Strict => Some(Self::All),
            Self::All => None,
        }
    }

    /// Returns the boxes that are never pulled.
    pub(super) fn settled(self, board: &Board, start: &Position) -> BoxSet {
        let stays = |square: &Square| self == Self::Settled && board.is_goal(*square);
        BoxSet::of(board.len(), start.boxes.iter().copied().filter(stays))
    }
}
