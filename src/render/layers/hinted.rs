//! How much of a hint is shown.

use crate::level::Board;
use crate::push::Push;

/// How many of the pushes of a hint are shown, from the first one to all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hinted {
    /// Only the first push: a box and its next square.
    Next,
    /// Pushes of the first box until the hint turns to another box.
    Way,
    /// All pushes, and the player's moves.
    #[default]
    All,
}

impl Hinted {
    /// Returns the pushes that are shown: the first ones of `pushes`.
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
