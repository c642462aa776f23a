//! The kind of abstract plans, which `--abstraction` names.

use crate::abstraction::{LocalArea, Rung};
use crate::level::Level;
use crate::maze::{AreaPatterns, Areas, Merging, Parts, RoomsBy};
use std::fmt;

/// The kind of abstract plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Abstraction {
    /// Transfers along a packing plan: for each packing step the area that its box comes from. Room events carry them
    /// out.
    Transfers,
    /// The number of boxes of each part of the floor, which is cut at its bridges: an order of the flows over the
    /// bridges.
    Parts,
    /// The contents of each room, on a rung of the abstraction.
    Rung(Rung),
}

impl Abstraction {
    /// All kinds, in the order of help and reports.
    pub const ALL: [Self; 6] = [
        Self::Transfers,
        Self::Parts,
        Self::Rung(Rung::Counts),
        Self::Rung(Rung::Exits),
        Self::Rung(Rung::Classes),
        Self::Rung(Rung::Sets),
    ];

    /// Returns whether plans come with their pushes.
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Rung(rung) if rung.is_exact())
    }

    /// Returns the areas of a level that plans are made on. On the exact rungs every area is small enough for local
    /// states; plans of parts use the parts of the floor.
    pub fn areas(self, level: &Level, by: RoomsBy, patterns: &AreaPatterns, merging: Option<Merging>) -> Areas {
        let Level { board, start, .. } = level;
        let planned = || Areas::planned(board, by, patterns, merging);
        match self {
            Self::Parts => Parts::new(board, start).areas(board),
            Self::Rung(rung) if rung.is_exact() => planned().cut_to(board, LocalArea::MOST_SQUARES),
            Self::Transfers | Self::Rung(_) => planned(),
        }
    }

    /// Returns the word on the command line and in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Transfers => "transfers",
            Self::Parts => "parts",
            Self::Rung(rung) => rung.word(),
        }
    }
}

impl From<Rung> for Abstraction {
    fn from(rung: Rung) -> Self {
        Self::Rung(rung)
    }
}

impl fmt::Display for Abstraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

crate::run::from_word!(Abstraction);
