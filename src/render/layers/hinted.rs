//! How much of a hint is shown.

use crate::level::Board;
use crate::push::Push;

/// How much of the pushes of a hint is shown, the least first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hinted {
    /// The box that is pushed first, and its next square.
    Next,
    /// The way of this box, until another is pushed.
    Way,
    /// All pushes, and the moves.
    #[default]
    All,
}

impl Hinted {
    /// The pushes that are shown.
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
