//! How much a hint tells.

/// The strengths, weakest first. Each key press asks for the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Hint {
    #[default]
    Off,
    /// Which box.
    Box,
    /// From which area to which.
    Transfer,
    /// The moves.
    Moves,
}

impl Hint {
    /// Returns the next strength; nothing after the last.
    pub(super) const fn next(self) -> Self {
        match self {
            Self::Off => Self::Box,
            Self::Box => Self::Transfer,
            Self::Transfer => Self::Moves,
            Self::Moves => Self::Off,
        }
    }

    /// Returns a line of the layer in words, without what this strength does not tell.
    pub(super) fn told(self, line: String) -> String {
        if self == Self::Box && line.starts_with("hint (>)") {
            return "hint (>): the marked box; 0 tells more".to_owned();
        }
        line
    }
}
