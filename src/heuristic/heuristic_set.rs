//! Sets of heuristics.

use super::{Heuristic, estimates};
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

/// List of heuristics, each with another word on the command line.
///
/// ```
/// use sokoplan::HeuristicSet;
/// for heuristic in HeuristicSet::all().iter() {
///     println!("{}: {}", heuristic.about().word, heuristic.about().sentence);
/// }
/// assert!(HeuristicSet::all().named("matching-pushes").is_some_and(|found| found.about().is_admissible));
/// ```
#[derive(Clone, Default)]
pub struct HeuristicSet(Vec<Arc<dyn Heuristic>>);

impl HeuristicSet {
    /// Returns the empty set.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Returns the set of all built-in heuristics.
    pub fn all() -> Self {
        estimates::all()
    }

    /// Returns the set with one more heuristic, which replaces a heuristic with an equal word.
    #[must_use]
    pub fn with(mut self, heuristic: impl Heuristic + 'static) -> Self {
        let word = heuristic.about().word;
        match self.0.iter_mut().find(|known| known.about().word == word) {
            Some(known) => *known = Arc::new(heuristic),
            None => self.0.push(Arc::new(heuristic)),
        }
        self
    }

    /// Returns the set without the heuristic with this word.
    #[must_use]
    pub fn without(mut self, word: &str) -> Self {
        self.0.retain(|heuristic| heuristic.about().word != word);
        self
    }

    /// Returns the heuristic with this word; `None` if it is not in the set.
    pub fn named(&self, word: &str) -> Option<&Arc<dyn Heuristic>> {
        self.iter().find(|heuristic| heuristic.about().word == word)
    }

    /// Returns the heuristics in the order of the set.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Heuristic>> {
        self.0.iter()
    }

    /// Returns the words of the heuristics in the order of the set.
    pub fn words(&self) -> Vec<&'static str> {
        self.iter().map(|heuristic| heuristic.about().word).collect()
    }
}

impl Debug for HeuristicSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.words()).finish()
    }
}
