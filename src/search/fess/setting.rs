//! The settings of the search.

use super::{Adviser, Advisers};
use crate::deadlock::RuleSet;
use crate::search::{Components, RuleSets};

/// What a feature-space search works with.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The components that are on.
    pub components: Components,
    /// The deadlock rules that it asks.
    pub rules: RuleSet,
    /// The advisers, whose moves are tried first.
    pub advisers: Advisers,
}

impl Default for Setting {
    /// With all components, rules and built-in advisers.
    fn default() -> Self {
        Self { components: Components::FEATURE_SPACE, rules: RuleSets::feature_space(), advisers: Advisers::default() }
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
