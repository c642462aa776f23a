//! Searches over pushes and pulls, each behind [`crate::run::Search`]. Input: a maze, a start and settings (deadlock
//! rules, packing order, advisers). Output: the pushes of a solution, or the proof that none exists. Textbook searches
//! are in [`crate::textbook`]; the division of time among strategies is left to [`crate::solve`].

mod components;
mod engine;
mod fess;
mod improve;
mod lean;
mod macro_pushes;
pub mod optimal;
mod perimeter;
mod pi_corral;
mod target;

pub use components::Components;
pub(crate) use fess::Pushes;
pub use fess::{Advice, Adviser, Advisers, Features, Fess, Setting};
pub use improve::{Improver, Joiner, Measure};
pub use lean::{Lean, LeanSetting, Reach, lean};
pub(crate) use macro_pushes::MacroPushes;
pub use perimeter::Perimeter;
pub use pi_corral::PiCorral;
pub use target::{ByTarget, TargetSearch};

use crate::deadlock::{Purposes, RuleSet};

/// Pushes and positions that a search by pushes leaves out: pushes that deadlock rules refuse, pushes outside a corral, and
/// symmetric positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// Deadlock rules; the pushes that they refuse are left out.
    pub rules: RuleSet,
    /// Corrals whose boxes alone are pushed, if they must be worked on first; see [`PiCorral`].
    pub corrals: Corrals,
    /// Whether a position is skipped once its image under a symmetry of the level was expanded.
    pub symmetry: bool,
}

/// Corrals that PI-corral pruning looks at; see [`PiCorral`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corrals {
    /// No corral.
    None,
    /// Each closed part of the floor with the boxes on its border.
    Single,
    /// The same, joined by boxes and closed parts that are in the way of a first push.
    Growing,
}

impl Prunings {
    /// Returns all prunings: the rules for searches of `purpose`, PI-corrals and symmetries.
    pub fn all(purpose: Purposes) -> Self {
        Self { rules: RuleSet::of(purpose), corrals: Corrals::Single, symmetry: true }
    }

    /// Returns the setting without any pruning.
    pub const fn none() -> Self {
        Self { rules: RuleSet::none(), corrals: Corrals::None, symmetry: false }
    }
}
