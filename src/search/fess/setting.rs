//! The settings of the search.

use super::{Adviser, Advisers};
use crate::deadlock::{AskedBy, RuleSet};
use crate::maze::Areas;
use crate::search::Components;

/// The settings of a feature-space search.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The active components.
    pub components: Components,
    /// The deadlock rules.
    pub rules: RuleSet,
    /// The advisers, whose moves are tried first.
    pub advisers: Advisers,
    /// The areas whose rooms form the room graph; without areas, rooms are unions of blocks of 2x2 squares. Measured on
    /// XSokoban with 5,000 nodes a level: both solve 78 levels with the first plan and 77 with the second, areas in 78
    /// CPU seconds, blocks in 92.
    pub areas: Option<Areas>,
}

impl Default for Setting {
    /// Returns the setting with all components, rules and built-in advisers.
    fn default() -> Self {
        Self {
            components: Components::SOLVING,
            rules: RuleSet::of(AskedBy::THOROUGH_SEARCHES),
            advisers: Advisers::default(),
            areas: None,
        }
    }
}

impl Setting {
    /// Returns the setting with one adviser more; see [`Advisers::with`].
    #[must_use]
    pub fn with_adviser(mut self, adviser: impl Adviser + 'static) -> Self {
        self.advisers = self.advisers.with(adviser);
        self
    }
}
