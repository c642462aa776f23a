//! The settings of the search.

use super::{Adviser, Advisers};
use crate::deadlock::{AskedBy, RuleSet};
use crate::maze::Areas;
use crate::search::Components;

/// What a feature-space search works with.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The components that are on.
    pub components: Components,
    /// The deadlock rules that it asks.
    pub rules: RuleSet,
    /// The advisers, whose moves are tried first.
    pub advisers: Advisers,
    /// The areas whose rooms make the room graph; without them rooms are unions of blocks of 2x2 squares. Measured on
    /// XSokoban with 5,000 nodes a level: either way 78 levels are solved with the first plan and 77 with the second, with
    /// the rooms of areas in 78 CPU seconds, with blocks in 92.
    pub areas: Option<Areas>,
}

impl Default for Setting {
    /// With all components, rules and built-in advisers.
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
    /// With an adviser more, see [`Advisers::with`].
    #[must_use]
    pub fn with_adviser(mut self, adviser: impl Adviser + 'static) -> Self {
        self.advisers = self.advisers.with(adviser);
        self
    }
}
