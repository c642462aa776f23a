//! Options of the solver, and the parts of it that can be left out, to measure their effect.

use super::strategy::{Needs, Strategy};
use crate::deadlock::{Purposes, Rule, RuleId, RuleSet};
use crate::maze::{AreaPatterns, RoomsBy};
use crate::planner::Conditions;
use crate::planner::agenda::GroupsBy;
use crate::search::optimal::Metric;
use crate::search::{Advisers, Components, Corrals, Prunings, Setting};
use crate::textbook::Setup;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// Options of the solver, to be made from the default:
///
/// ```
/// use sokoplan_core::solve::{Options, Strategy};
/// let options = Options { threads: 2, ..Options::default() }.with_strategies(Strategy::pushes());
/// assert_eq!(options.pushes().count(), options.strategies.len());
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Strategies that take part in solving a level.
    pub strategies: Vec<Strategy>,
    /// Definition of rooms on which plans are made.
    pub rooms_by: RoomsBy,
    /// Wall patterns that mark tunnels and openings.
    pub patterns: AreaPatterns,
    /// Division of the boxes into groups.
    pub groups_by: GroupsBy,
    /// Borders that boxes must or must not cross, in the plans of room events.
    pub conditions: Conditions,
    /// Whether reports have the trace of the planner of room events.
    pub traces: bool,
    /// Components of searches.
    pub components: Components,
    /// Advisers of the feature-space searches.
    pub advisers: Advisers,
    /// Deadlock rules. Each search applies the rules that fit it; textbook searches have their own setting.
    pub rules: RuleSet,
    /// Metric that the solution must be proved minimal in, by a search without plans; `None` accepts any solution.
    pub optimal: Option<Metric>,
    /// Number of threads on which searches run side by side; on one thread, and under a node limit, they take turns.
    pub threads: usize,
    /// With several threads, the time during which searches first take turns on one thread, so that an easy level has
    /// the same answer on any number of threads. On a level of several groups of boxes it is a second longer.
    pub alone: Duration,
    /// Textbook search that runs alone, without plans and other searches; `None` for the usual strategies.
    pub textbook: Option<Setup>,
}

impl Options {
    /// True if a component of searches is enabled.
    pub const fn has(&self, component: Components) -> bool {
        self.components.contains(component)
    }

    /// Returns the chosen strategies that make plans.
    pub fn plans(&self) -> impl Iterator<Item = Strategy> {
        self.strategies.iter().copied().filter(|strategy| strategy.is_plan())
    }

    /// Returns the chosen push searches.
    pub fn pushes(&self) -> impl Iterator<Item = Strategy> {
        self.strategies.iter().copied().filter(|strategy| strategy.is_push_search())
    }

    /// True if the full push search takes over from plans without progress.
    pub fn takes_over(&self) -> bool {
        self.strategies.contains(&Strategy::Takeover)
    }

    /// True if groups of boxes matter: a chosen strategy solves one after the other.
    pub fn has_groups(&self) -> bool {
        self.need(Needs::Groups)
    }

    /// True if the user has named one strategy alone, which then does what it can.
    pub(super) fn has_one_strategy(&self) -> bool {
        self.strategies.len() == 1
    }

    pub(super) fn need(&self, needs: Needs) -> bool {
        self.strategies.iter().any(|strategy| strategy.needs() == needs)
    }

    /// Returns the components, rules and advisers that these options give to feature-space searches.
    pub fn setting(&self) -> Setting {
        Setting {
            prunings: self.prunings(Purposes::THOROUGH_SEARCHES),
            hotspots: self.has(Components::HOTSPOTS),
            out_of_plan: self.has(Components::OUT_OF_PLAN),
            advisers: self.advisers.clone(),
        }
    }

    /// Returns the rules, and the use of corrals and symmetry, that these options give to a search with this purpose.
    pub fn prunings(&self, purpose: Purposes) -> Prunings {
        Prunings {
            rules: self.rules.purposes(purpose),
            corrals: if self.has(Components::PI_CORRAL) { Corrals::Single } else { Corrals::None },
            symmetry: self.has(Components::SYMMETRY),
        }
    }

    /// Leaves out a strategy from the default run, or a rule, component or adviser from every search.
    pub fn leave_out(&mut self, part: Part) {
        match part {
            Part::Rule(id) => self.rules = std::mem::take(&mut self.rules).without(id),
            Part::Adviser(name) => self.advisers = std::mem::take(&mut self.advisers).without(name),
            Part::Strategy(strategy) => self.strategies.retain(|one| *one != strategy),
            Part::Component(component) => self.components -= component,
        }
    }

    /// Sets [`Options::strategies`], in the order of the table.
    #[must_use]
    pub fn with_strategies(mut self, strategies: impl IntoIterator<Item = Strategy>) -> Self {
        let chosen: Vec<Strategy> = strategies.into_iter().collect();
        self.strategies = Strategy::all().filter(|strategy| chosen.contains(strategy)).collect();
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            strategies: Strategy::of_default().collect(),
            rooms_by: RoomsBy::default(),
            patterns: AreaPatterns::default(),
            groups_by: GroupsBy::default(),
            conditions: Conditions::default(),
            traces: false,
            components: Components::OTHERS,
            advisers: Advisers::default(),
            rules: RuleSet::all(),
            textbook: None,
            optimal: None,
            threads: 1,
            alone: Duration::ZERO,
        }
    }
}

/// A part of the solver that can be left out. Unless noted, a part changes the number of nodes, but no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Deadlock rule, in every search that applies it.
    Rule(RuleId),
    /// Component of searches.
    Component(Components),
    /// Adviser of the feature-space searches, by name.
    Adviser(&'static str),
    /// Strategy of the default run that has turns of its own.
    Strategy(Strategy),
}

impl Part {
    /// Returns all names on the command line with what they stand for: rules that some search applies, components,
    /// advisers, strategies. Textbook searches have parts of their own: [`Setup::parts`].
    pub fn words() -> Vec<(&'static str, Self)> {
        let rules = RuleSet::of(Purposes::SOLVING);
        let rule = |rule: &Arc<dyn Rule>| (rule.about().id.name(), Self::Rule(rule.about().id));
        let components = Components::OTHERS.words().map(|(word, one)| (word, Self::Component(one)));
        let advisers = Advisers::default();
        let advisers: Vec<_> = advisers.names().map(|name| (name, Self::Adviser(name))).collect();
        let strategies = Strategy::of_default().filter(|strategy| strategy.has_turns());
        let strategies = strategies.map(|strategy| (strategy.word(), Self::Strategy(strategy)));
        rules.iter().map(rule).chain(components).chain(advisers).chain(strategies).collect()
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
