//! What `--abstraction` names: the kind of abstract plans.

use crate::abstraction::Rung;
use std::fmt;

/// The kind of abstract plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Abstraction {
    /// Transfers along a packing plan: which area the box of each packing step comes from. Room events carry them out.
    Transfers,
    /// How many boxes each part of the floor holds, where it is cut at its bridges: the flows of the bridges, in an order.
    Parts,
    /// What each room holds, on a rung of the abstraction.
    Rung(Rung),
}

impl Abstraction {
    /// All kinds.
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

    /// Returns the word of command line and reports.
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
