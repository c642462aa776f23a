//! The prunings of a search by pushes.

use crate::deadlock::{AskedBy, RuleSet};

/// The prunings of a search by pushes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// The deadlock rules whose refused pushes are left out.
    pub rules: RuleSet,
    /// Whether only the boxes of a corral that must be worked on first are pushed; see [`super::PiCorral`].
    pub pi_corral: bool,
    /// Whether a position is passed over once its image under a symmetry of the level was expanded.
    pub symmetry: bool,
}

impl Prunings {
    /// Returns all prunings of a search for a purpose.
    pub fn all(purpose: AskedBy) -> Self {
        Self { rules: RuleSet::of(purpose), pi_corral: true, symmetry: true }
    }

    /// Returns no prunings.
    pub const fn none() -> Self {
        Self { rules: RuleSet::none(), pi_corral: false, symmetry: false }
    }
}
