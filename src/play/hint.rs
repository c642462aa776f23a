//! Strengths of hints.

use crate::render::Hinted;

/// Strength of the hint that is shown, in ascending order; each press of the key goes to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Hint {
    #[default]
    Off,
    /// The box of the next push and its next square.
    Box,
    /// The way of the box of the next push, with the areas from which and to which the step leads.
    Way,
    /// All pushes of the step, and the player's moves.
    Moves,
}

impl Hint {
    /// Returns the next strength; [`Hint::Off`] after the last.
    pub(super) const fn next(self) -> Self {
        match self {
            Self::Off => Self::Box,
            Self::Box => Self::Way,
            Self::Way => Self::Moves,
            Self::Moves => Self::Off,
        }
    }

    /// Returns which of the pushes are drawn at this strength.
    pub(super) const fn hinted(self) -> Hinted {
        match self {
            Self::Off | Self::Box => Hinted::Next,
            Self::Way => Hinted::Way,
            Self::Moves => Hinted::All,
        }
    }

    /// Returns a line of words of the layer `hint` without the parts that this strength hides.
    pub(super) fn told(self, line: String) -> String {
        if self == Self::Box && line.starts_with("hint (>)") {
            return "hint (>): the marked box, one square; 0 shows more".to_owned();
        }
        line
    }
}
