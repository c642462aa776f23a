//! The set of advisers that a search asks.

use super::built_in_advisers::{Connectivity, Explorer, Hotspots, Opener, OutOfPlan, Packing};
use super::{Advice, Adviser};
use std::sync::Arc;

/// Built-in advisers, and advisers added by the user.
#[derive(Clone, Debug)]
pub struct Advisers {
    added: Vec<Arc<dyn Adviser>>,
    built_in: Vec<Arc<dyn Adviser>>,
}

impl Default for Advisers {
    /// Returns all built-in advisers. Their order does not matter, since all proposals have equal weight.
    fn default() -> Self {
        let built_in: Vec<Arc<dyn Adviser>> = vec![
            Arc::new(Packing),
            Arc::new(Connectivity),
            Arc::new(Hotspots),
            Arc::new(OutOfPlan),
            Arc::new(Opener),
            Arc::new(Explorer),
        ];
        Self { added: Vec::new(), built_in }
    }
}

impl Advisers {
    /// Adds an adviser. In each position the moves of added advisers come before all other moves, in the order in which
    /// the advisers were added.
    #[must_use]
    pub fn with(mut self, adviser: impl Adviser + 'static) -> Self {
        self.added.push(Arc::new(adviser));
        self
    }

    /// Removes the advisers with this name.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.added.retain(|adviser| adviser.name() != name);
        self.built_in.retain(|adviser| adviser.name() != name);
        self
    }

    /// Returns the names of the advisers, added advisers first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.added.iter().chain(&self.built_in).map(|adviser| adviser.name())
    }

    /// Returns index and priority of each proposed move; the move of the first added adviser has the greatest priority.
    pub(super) fn ask(&self, position: &Advice<'_>) -> Vec<(usize, u32)> {
        let added = (2..).zip(self.added.iter().rev());
        let all = self.built_in.iter().map(|adviser| (1, adviser)).chain(added);
        all.filter_map(|(priority, adviser)| Some((adviser.advise(position)?, priority))).collect()
    }
}
