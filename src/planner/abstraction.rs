//! The kinds of abstract plans that `--abstraction` names.

use crate::abstraction::{LocalArea, Rung};
use crate::level::Level;
use crate::maze::{AreaPatterns, Areas, Merging, Parts, RoomsBy};
use std::fmt;

/// What an abstract plan says about the boxes: transfers, flows between parts, or contents of rooms on a rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Abstraction {
    /// A plan gives for each packing step the areas through which its box is pushed; room events carry the steps out.
    Transfers,
    /// The floor is cut into parts at its bridges; a plan is an order of box flows over the bridges.
    Parts,
    /// A plan changes the contents of rooms, which this [`Rung`] describes, e.g. as numbers of boxes.
    Rung(Rung),
}

impl Abstraction {
    /// All kinds of abstract plans, in the order of help and reports.
    pub const ALL: [Self; 5] =
        [Self::Transfers, Self::Parts, Self::Rung(Rung::Counts), Self::Rung(Rung::Classes), Self::Rung(Rung::Sets)];

    /// Returns whether plans of this kind come with the pushes that carry them out (rungs `classes` and `sets`).
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Rung(rung) if rung.is_exact())
    }

    /// Returns the areas of a level between which plans of this kind move boxes: on exact rungs none has more than
    /// [`LocalArea::MOST_SQUARES`] squares; for [`Abstraction::Parts`] the parts of the floor.
    pub fn areas(self, level: &Level, by: RoomsBy, patterns: &AreaPatterns, merging: Option<Merging>) -> Areas {
        let Level { board, start, .. } = level;
        let planned = || Areas::planned(board, by, patterns, merging);
        match self {
            Self::Parts => Parts::new(board, start).areas(board),
            Self::Rung(rung) if rung.is_exact() => planned().cut_to(board, LocalArea::MOST_SQUARES),
            Self::Transfers | Self::Rung(_) => planned(),
        }
    }

    /// Returns the name of the kind on the command line and in reports.
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
