//! What can be left out of the solver, so that its effect can be measured. The effect of each is listed in FIGURES.md,
//! `Enhancement`.

use super::Strategy;
use crate::deadlock::{AskedBy, Rule, RuleId, RuleSet};
use crate::search::{Advisers, Components};
use std::str::FromStr;
use std::sync::Arc;

/// A rule, component, adviser or strategy that can be left out of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enhancement {
    /// Deadlock rule, in every search that applies it.
    Rule(RuleId),
    /// Component of the searches, e.g. the use of symmetry.
    Component(Components),
    /// Adviser of the feature-space searches, by name.
    Adviser(&'static str),
    /// Strategy of the default run.
    Strategy(Strategy),
}

impl Enhancement {
    /// Returns all names on the command line with what they stand for: rules that some search applies, components,
    /// advisers, strategies.
    pub fn words() -> Vec<(&'static str, Self)> {
        let rules = RuleSet::of(AskedBy::SOLVING);
        let rule = |rule: &Arc<dyn Rule>| (rule.about().id.name(), Self::Rule(rule.about().id));
        let components = Components::SOLVING.words().map(|(word, component)| (word, Self::Component(component)));
        let advisers = Advisers::default();
        let advisers: Vec<_> = advisers.names().map(|name| (name, Self::Adviser(name))).collect();
        let strategies = Strategy::of_default().map(|strategy| (strategy.word(), Self::Strategy(strategy)));
        rules.iter().map(rule).chain(components).chain(advisers).chain(strategies).collect()
    }

    /// Returns the name on the command line; empty if it has none.
    pub fn word(self) -> &'static str {
        let words = Self::words();
        words.iter().find(|&&(_, part)| part == self).map_or("", |&(word, _)| word)
    }
}

impl FromStr for Enhancement {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let words = Self::words();
        let found = words.iter().find(|&&(known, _)| known == word).map(|&(_, part)| part);
        let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        found.ok_or_else(|| format!("expected one of {}", known.join(", ")))
    }
}
