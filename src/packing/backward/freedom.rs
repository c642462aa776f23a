//! Which boxes may be pulled where.

use crate::level::{Board, Position, Square};
use crate::push::BoxSet;

/// What the search may do; where it fails altogether, it begins anew with more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freedom {
    /// Boxes that stand on goals at the start stay there, and the others are pulled as in [`Freedom::Strict`].
    Settled,
    /// Boxes are pulled elsewhere only where none can be taken out.
    Strict,
    /// All pulls.
    All,
}

impl Freedom {
    /// What to try after it has failed.
    pub(super) const fn next(self) -> Option<Self> {
        match self {
            Self::Settled => Some(Self::Strict),
            Self::Strict => Some(Self::All),
            Self::All => None,
        }
    }

    /// The boxes that are never pulled.
    pub(super) fn settled(self, board: &Board, start: &Position) -> BoxSet {
        let stays = |square: &Square| self == Self::Settled && board.is_goal(*square);
        BoxSet::of(board.len(), start.boxes.iter().copied().filter(stays))
    }
}
