//! A position of the search, and its moves.

use crate::level::Square;
use crate::push::BoxSet;

/// The remaining boxes and bases.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) boxes: BoxSet,
    /// The squares of boxes at the start on which no box was removed.
    pub(super) bases: BoxSet,
    /// The lowest square of the player's region; `None` before the first move.
    pub(super) player: Option<Square>,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The player begins in a region.
    Enter { player: Square },
    /// A box is pulled elsewhere.
    Pull(Pull),
    /// A box is pulled to a base, and both are removed.
    Remove(Pull),
}

/// A box pulled from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pull {
    pub(super) from: Square,
    pub(super) to: Square,
    /// The player's square after.
    pub(super) player: Square,
}

impl State {
    /// Returns the boxes, bases and the player's square after a move.
    pub(super) fn after(&self, step: Step) -> (BoxSet, BoxSet, Square) {
        let (mut boxes, mut bases) = (self.boxes.clone(), self.bases.clone());
        let player = match step {
            Step::Enter { player } => player,
            Step::Pull(pull) => {
                boxes.shift(pull.from, pull.to);
                pull.player
            }
            Step::Remove(pull) => {
                boxes.remove(pull.from);
                bases.remove(pull.to);
                pull.player
            }
        };
        (boxes, bases, player)
    }
}
