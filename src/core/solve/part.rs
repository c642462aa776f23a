//! Parts of the solver that can be disabled, to measure their effect; the effects are in FIGURES.md, `Parts`.

use super::Strategy;
use crate::deadlock::{Purposes, Rule, RuleId, RuleSet};
use crate::search::Advisers;
use std::str::FromStr;
use std::sync::Arc;

/// A part of the solver that can be left out. Unless noted, a part changes the number of nodes, but no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Deadlock rule, in every search that applies it.
    Rule(RuleId),
    /// PI-corral pruning: in a corral that must be worked on first only the boxes of the corral are pushed.
    PiCorral,
    /// Goals are filled in the order of a packing plan, so that boxes can still reach the later goals.
    Packing,
    /// Feature: the number of hotspots, boxes that keep other boxes from goals.
    Hotspots,
    /// Feature: the number of boxes on squares that the packing plan is about to close off.
    OutOfPlan,
    /// Room events: in an area whose list of events was cut short by a budget, macro pushes are moves too.
    Fallback,
    /// Room events: macro pushes are moves only in positions that labels select; without this part, in all.
    Labels,
    /// A position is skipped once its image under a symmetry of the level was expanded.
    Symmetry,
    /// Adviser of the feature-space searches, by name.
    Adviser(&'static str),
    /// Strategy of the default run.
    Strategy(Strategy),
}

impl Part {
    /// Components of searches, each with its name on the command line.
    const COMPONENTS: [(&'static str, Self); 7] = [
        ("pi-corral", Self::PiCorral),
        ("packing", Self::Packing),
        ("hotspots", Self::Hotspots),
        ("out-of-plan", Self::OutOfPlan),
        ("fallback", Self::Fallback),
        ("labels", Self::Labels),
        ("symmetry", Self::Symmetry),
    ];

    /// Returns all names on the command line with what they stand for: rules that some search applies, components,
    /// advisers, strategies.
    pub fn words() -> Vec<(&'static str, Self)> {
        let rules = RuleSet::of(Purposes::SOLVING);
        let rule = |rule: &Arc<dyn Rule>| (rule.about().id.name(), Self::Rule(rule.about().id));
        let advisers = Advisers::default();
        let advisers: Vec<_> = advisers.names().map(|name| (name, Self::Adviser(name))).collect();
        let strategies = Strategy::of_default().map(|strategy| (strategy.word(), Self::Strategy(strategy)));
        rules.iter().map(rule).chain(Self::COMPONENTS).chain(advisers).chain(strategies).collect()
    }

    /// Returns the name on the command line; empty if the command line does not name it.
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
