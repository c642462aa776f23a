//! The parts that can be left out of the solver, so that the effect of each is measured.
//!
//! The figures of each part are in FIGURES.md, `Enhancement`.

use super::Strategy;
use crate::deadlock::{AskedBy, Rule, RuleId, RuleSet};
use crate::search::{Advisers, Components};
use std::str::FromStr;
use std::sync::Arc;

/// A part of the solver that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Enhancement {
    /// A deadlock rule, in every search that applies it.
    Rule(RuleId),
    /// A component of the searches.
    Component(Components),
    /// An adviser of the feature space, by its name.
    Adviser(&'static str),
    /// A strategy of the default run.
    Strategy(Strategy),
}

impl Enhancement {
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

impl FromStr for Enhancement {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let words = Self::words();
        let found = words.iter().find(|&&(known, _)| known == word).map(|&(_, part)| part);
        let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        found.ok_or_else(|| format!("expected one of {}", known.join(", ")))
    }
}
