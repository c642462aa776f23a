//! Settings of the feature-space search.

use super::{Adviser, Advisers};
use crate::deadlock::{AskedBy, RuleSet};
use crate::maze::Areas;
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
    /// Areas whose rooms form the room graph; `None` for unions of blocks of 2x2 squares. Measured on XSokoban with
    /// 5,000 nodes a level: areas and blocks solve equal numbers of levels, areas in 78 CPU seconds, blocks in 92.
    pub areas: Option<Areas>,
}

impl Default for Setting {
    /// Returns the setting with the components [`Components::SOLVING`], the rules of thorough searches and all advisers
    /// built in.
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
    /// Adds an adviser; see [`Advisers::with`].
    #[must_use]
    pub fn with_adviser(mut self, adviser: impl Adviser + 'static) -> Self {
        self.advisers = self.advisers.with(adviser);
        self
    }
}
