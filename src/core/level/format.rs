//! Formats of files of levels.

use super::{Alphabet, Letters};

/// Format that a file is read as. `Auto` detects XSB, SOK, JSON and XML by the content; `Letters`, `Lisa` and `Own`
/// give other meanings to letters, so the user must name these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum InputFormat {
    /// XSB or SOK, rows plain or run-length encoded, JSON, or Sokoban XML: detected by the content
    #[default]
    Auto,
    /// XSB or SOK, rows plain
    Xsb,
    /// XSB or SOK, rows run-length encoded
    Rle,
    /// JSON with W, E, S, B, G
    Sokobot,
    /// Sokoban XML: a `<Level>` of `<L>` rows for each board
    Slc,
    /// O wall, R player, S goal, B box, `.` player on goal, `*` box on goal
    Letters,
    /// X wall, O player, * goal, # box, `.` floor
    Lisa,
    /// XSB or SOK, rows plain, in letters given by the user
    #[cfg_attr(feature = "cli", value(skip))]
    Own(Letters),
}

impl InputFormat {
    /// Returns the alphabet of the boards in this format.
    pub const fn alphabet(self) -> Alphabet {
        match self {
            Self::Auto | Self::Xsb | Self::Rle | Self::Slc => Alphabet::Xsb,
            Self::Sokobot => Alphabet::Sokobot,
            Self::Letters => Alphabet::Letters,
            Self::Lisa => Alphabet::Lisa,
            Self::Own(letters) => Alphabet::Own(letters),
        }
    }
}

/// Format that a file is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// Boards under their titles
    #[default]
    Xsb,
    /// Boards with all their notes and solutions
    Sok,
    /// Boards in one line each, run-length encoded
    Rle,
    /// JSON with W, E, S, B, G
    Sokobot,
    /// Sokoban XML: a `<Level>` of `<L>` rows for each board
    Slc,
    /// O wall, R player, S goal, B box, `.` player on goal, `*` box on goal
    Letters,
    /// X wall, O player, * goal, # box, `.` floor
    Lisa,
}

impl Format {
    /// True if files of this format hold solutions and saved games.
    pub const fn holds_games(self) -> bool {
        matches!(self, Self::Sok)
    }

    /// Returns the format to read files with that were written in this format.
    pub const fn input(self) -> InputFormat {
        match self {
            Self::Xsb | Self::Sok => InputFormat::Xsb,
            Self::Rle => InputFormat::Rle,
            Self::Sokobot => InputFormat::Sokobot,
            Self::Slc => InputFormat::Slc,
            Self::Letters => InputFormat::Letters,
            Self::Lisa => InputFormat::Lisa,
        }
    }
}
