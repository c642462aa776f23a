//! The visible part of a hint.

use crate::level::Board;
use crate::push::Push;

/// The visible part of the pushes of a hint, the smallest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hinted {
    /// The first pushed box and its next square.
    Next,
    /// The way of this box until another box is pushed.
    Way,
    /// All pushes and the player's moves.
    #[default]
    All,
}

impl Hinted {
    /// Returns the visible pushes.
    pub(super) fn of<'p>(self, board: &Board, pushes: &'p [Push]) -> &'p [Push] {
        let goes_on = |pair: &[Push]| board.next(pair[0].from, pair[0].direction) == Some(pair[1].from);
        let shown = match self {
            Self::Next => 1,
            Self::Way => 1 + pushes.windows(2).take_while(|pair| goes_on(pair)).count(),
            Self::All => pushes.len(),
        };
        &pushes[..shown.min(pushes.len())]
    }
}
