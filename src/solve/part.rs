//! The parts that the solver can do without, to measure what each is worth.
//!
//! Measured on every third level of XSokoban, Grigr2001 and Sasquatch I, 81 levels, with 10 seconds for each: with all
//! parts 71 are solved. What is solved without one of them:
//!
//! | without | levels |
//! |---|---|
//! | `packing` | 63 |
//! | `hotspots` | 65 |
//! | `diagonals`, `packing-adviser`, `rooms-adviser`, `opener-adviser` | 68 |
//! | `frozen-walls` | 69 |
//! | `dead-squares`, `freeze`, `matching`, `pi-corral`, `out-of-plan`, `connectivity-adviser`, `hotspots-adviser`, `explorer-adviser`, `sources`, `clearing`, `memory`, `transfers` | 70 |
//! | `corral`, `cluster`, `pairs`, `rooms`, `out-of-plan-adviser`, `fess` | 71 |
//!
//! When this was measured, `pi-corral` was left out of the feature space alone. Out of `lean` with 20,000 nodes on XSokoban it
//! is worth one level (16 with, 15 without).
//!
//! One level more or less is chance. Parts of the last two lines stand in for each other: without most of them the levels
//! that are solved either way take 1.2 to 2.3 times the nodes.
//!
//! With 60 seconds all parts together solve 75 of 79 of them. Without `freeze`, `out-of-plan` or `explorer-adviser` two of
//! these are lost; without `fess`, `fess-by-starts`, `target`, `frozen-walls`, `pi-corral`, `rooms` or
//! `out-of-plan-adviser` one; without `dead-squares`, `matching`, `corral`, `cluster`, `pairs`, `connectivity-adviser`,
//! `hotspots-adviser`, `sources`, `clearing`, `memory`, `lean`, `fess-by-blocks`, `transfers` or `exact-plans` none. Nogoods
//! that were learned from lost subtrees changed 33 of 53,752 nodes on XSokoban and no level, and are gone.

use super::Strategy;
use crate::deadlock::{AskedBy, Rule, RuleId, RuleSet};
use crate::search::{Advisers, Components};
use std::str::FromStr;
use std::sync::Arc;

/// A part that can be left out of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// A deadlock rule, in every search that asks it.
    Rule(RuleId),
    /// A component of the searches.
    Component(Components),
    /// An adviser of the feature space, by its name.
    Adviser(&'static str),
    /// A strategy of the default run.
    Strategy(Strategy),
}

impl Part {
    /// All words, as users write them: those of the rules that some search asks, of the components, of the advisers, and
    /// of the strategies.
    pub fn words() -> Vec<(&'static str, Self)> {
        let rules = RuleSet::of(AskedBy::SOLVING);
        let rule = |rule: &Arc<dyn Rule>| (rule.about().id.name(), Self::Rule(rule.about().id));
        let components = Components::SOLVING.words().map(|(word, component)| (word, Self::Component(component)));
        let advisers = Advisers::default();
        let advisers: Vec<_> = advisers.names().map(|name| (name, Self::Adviser(name))).collect();
        let strategies = Strategy::of_default().map(|strategy| (strategy.word(), Self::Strategy(strategy)));
        rules.iter().map(rule).chain(components).chain(advisers).chain(strategies).collect()
    }

    /// The word that users write.
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
