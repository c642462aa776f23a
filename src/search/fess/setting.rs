//! Settings of the feature-space search.

use super::{Adviser, Advisers};
use crate::deadlock::{AskedBy, RuleSet};
use crate::search::Components;

/// Settings of a feature-space search: what is counted, refused and advised.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Components of the search that are active.
    pub components: Components,
    /// Deadlock rules that refuse pushes and positions.
    pub rules: RuleSet,
    /// Advisers, whose proposed moves are tried first.
    pub advisers: Advisers,
}

impl Default for Setting {
    /// Returns the setting with the components [`Components::SOLVING`], the rules of thorough searches and all advisers
    /// built in.
    fn default() -> Self {
        Self {
            components: Components::SOLVING,
            rules: RuleSet::of(AskedBy::THOROUGH_SEARCHES),
            advisers: Advisers::default(),
        }
    }
}

impl Setting {
    /// Adds an adviser; see [`Advisers::with`].
    #[must_use]
    pub fn with_adviser(mut self, adviser: impl Adviser + 'static) -> Self {
        self.advisers = self.advisers.with(adviser);
        self
    }
}
