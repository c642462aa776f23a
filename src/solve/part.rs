//! The parts that can be left out of the solver, so that the effect of each is measured.
//!
//! Measured on the 90 levels of XSokoban, with 10,000 nodes for each (`solve --nodes 10k --leave-out PART`): with all
//! parts 79 are solved. Levels solved without one of them:
//!
//! | without | levels |
//! |---|---|
//! | `corral` | 71 |
//! | `freeze`, `hotspots` | 72 |
//! | `packing` | 73 |
//! | `packing-adviser`, `hotspots-adviser` | 75 |
//! | `frozen-walls` | 76 |
//! | `matching`, `opener-adviser` | 77 |
//! | `diagonals`, `pi-corral`, `rooms-adviser`, `explorer-adviser`, `fess-by-starts` | 78 |
//! | `dead-squares`, `pairs`, `cluster`, `out-of-plan`, `symmetry`, `connectivity-adviser`, `out-of-plan-adviser`, `exact-plans`, `parts`, `lean`, `fess`, `fess-by-blocks`, `target` | 79 |
//! | `rooms` | 80 |
//!
//! A difference of one level is noise: without `rooms` 2 are lost and 3 won, without `parts` or `lean` one each. The
//! levels solved with and without the part take 1.5 times the nodes without `corral` or `packing-adviser`, 1.4 times
//! without `freeze`, 1.3 times without `opener-adviser`, 1.2 times without `hotspots-adviser`, `hotspots` or `rooms`,
//! 1.1 times without `connectivity-adviser`, `explorer-adviser` or `out-of-plan-adviser`; 0.6 times without `lean`, 0.8
//! without `parts`, 0.9 without `exact-plans` or `pi-corral`. Without `dead-squares`, `pairs` or `symmetry` no level
//! takes another number of nodes: a box on a dead square has no matching either, and `lean` seldom has the turns after
//! which it makes tables of pairs.
//!
//! Out of `lean` alone with 20,000 nodes (`--strategy lean`), where 16 of the levels are solved: 11 are without `pairs`, 14
//! without `freeze`, 15 without `pi-corral`, and 16 without `dead-squares`, `matching` or `symmetry`.
//!
//! Nogoods that were learned from lost subtrees changed 33 of 53,752 nodes on XSokoban and no level, and are gone.

use super::Strategy;
use crate::deadlock::{AskedBy, Rule, RuleId, RuleSet};
use crate::search::{Advisers, Components};
use std::str::FromStr;
use std::sync::Arc;

/// A part that can be left out of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// A deadlock rule, in every search that applies it.
    Rule(RuleId),
    /// A component of the searches.
    Component(Components),
    /// An adviser of the feature space, by its name.
    Adviser(&'static str),
    /// A strategy of the default run.
    Strategy(Strategy),
}

impl Part {
    /// Returns all words, as users write them: of the rules that some search applies, of the components, of the
    /// advisers, and of the strategies.
    pub fn words() -> Vec<(&'static str, Self)> {
        let rules = RuleSet::of(AskedBy::SOLVING);
        let rule = |rule: &Arc<dyn Rule>| (rule.about().id.name(), Self::Rule(rule.about().id));
        let components = Components::SOLVING.words().map(|(word, component)| (word, Self::Component(component)));
        let advisers = Advisers::default();
        let advisers: Vec<_> = advisers.names().map(|name| (name, Self::Adviser(name))).collect();
        let strategies = Strategy::of_default().map(|strategy| (strategy.word(), Self::Strategy(strategy)));
        rules.iter().map(rule).chain(components).chain(advisers).chain(strategies).collect()
    }

    /// Returns the word that users write.
    pub fn word(self) -> &'static str {
        let words = Self::words();
        words.iter().find(|&&(_, part)| part == self).map_or("", |&(word, _)| word)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let words = Self::words();
        let found = words.iter().find(|&&(known, _)| known == word).map(|&(_, part)| part);
        let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        found.ok_or_else(|| format!("expected one of {}", known.join(", ")))
    }
}
