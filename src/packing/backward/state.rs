//! Positions and moves of the search from the end.

use crate::level::Square;
use crate::push::BoxSet;

/// Boxes and bases that are left, and the region of the player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) boxes: BoxSet,
    /// Squares of boxes at the start on which no box was removed yet.
    pub(super) bases: BoxSet,
    /// Lowest square of the player's region; `None` before the first move.
    pub(super) player: Option<Square>,
}

/// A move of the search from the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The player begins in the region of this square.
    Enter { player: Square },
    /// A box is pulled to a square and stays.
    Pull(Pull),
    /// A box is pulled to a base; box and base are removed.
    Remove(Pull),
}

/// Pulls of one box in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pull {
    pub(super) from: Square,
    pub(super) to: Square,
    /// Square of the player after the pulls.
    pub(super) player: Square,
}

impl State {
    /// Returns boxes, bases and the square of the player after a move.
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
