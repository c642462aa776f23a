//! Prunings of a search by pushes.

use crate::deadlock::{AskedBy, RuleSet};

/// Pushes and positions that a search by pushes leaves out: pushes that deadlock rules refuse, pushes outside a corral, and
/// symmetric positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// Deadlock rules; the pushes that they refuse are left out.
    pub rules: RuleSet,
    /// Whether only the boxes of a corral that must be worked on first are pushed; see [`super::PiCorral`].
    pub pi_corral: bool,
    /// Whether a position is skipped once its image under a symmetry of the level was expanded.
    pub symmetry: bool,
}

impl Prunings {
    /// Returns all prunings: the rules for searches of `purpose`, PI-corrals and symmetries.
    pub fn all(purpose: AskedBy) -> Self {
        Self { rules: RuleSet::of(purpose), pi_corral: true, symmetry: true }
    }

    /// Returns the setting without any pruning.
    pub const fn none() -> Self {
        Self { rules: RuleSet::none(), pi_corral: false, symmetry: false }
    }
}
