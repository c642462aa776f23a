//! The strength of a hint.

use crate::render::Hinted;

/// The strengths, weakest first; each key press requests the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Hint {
    #[default]
    Off,
    /// The box and its next square.
    Box,
    /// The way of this box, and the areas from which and to which the step goes.
    Way,
    /// All pushes of the step, and the player's moves.
    Moves,
}

impl Hint {
    /// Returns the next strength; `None` after the last.
    pub(super) const fn next(self) -> Self {
        match self {
            Self::Off => Self::Box,
            Self::Box => Self::Way,
            Self::Way => Self::Moves,
            Self::Moves => Self::Off,
        }
    }

    /// Returns the part of the pushes drawn.
    pub(super) const fn hinted(self) -> Hinted {
        match self {
            Self::Off | Self::Box => Hinted::Next,
            Self::Way => Hinted::Way,
            Self::Moves => Hinted::All,
        }
    }

    /// Returns a line of the layer in words, without the parts that this strength hides.
    pub(super) fn told(self, line: String) -> String {
        if self == Self::Box && line.starts_with("hint (>)") {
            return "hint (>): the marked box, one square; 0 tells more".to_owned();
        }
        line
    }
}
