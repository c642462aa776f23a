//! Options of the solver.

use super::{Part, Strategy};
use crate::deadlock::{Purposes, RuleSet};
use crate::maze::{AreaPatterns, RoomsBy};
use crate::planner::Conditions;
use crate::planner::agenda::GroupsBy;
use crate::search::optimal::Metric;
use crate::search::{Advisers, Corrals, Prunings, Setting};
use crate::textbook::Setup;
use std::time::Duration;

/// Options of the solver, to be made from the default:
///
/// ```
/// use sokoplan_core::solve::{Options, Strategy};
/// let options = Options::default().with_strategies(Strategy::pushes()).with_threads(2);
/// assert_eq!(options.threads, 2);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Strategies that take part in solving a level. With plans and push searches, push searches also take over from
    /// plans.
    pub strategies: Vec<Strategy>,
    /// Definition of rooms on which plans are made.
    pub rooms_by: RoomsBy,
    /// Wall patterns that mark tunnels and openings.
    pub patterns: AreaPatterns,
    /// Division of the boxes into groups.
    pub groups_by: GroupsBy,
    /// Borders that boxes must or must not cross, in the plans of room events.
    pub conditions: Conditions,
    /// Whether the full push search takes over where plans make no progress, although no push search takes part.
    pub takeovers: bool,
    /// Whether reports have the trace of the planner of room events.
    pub traces: bool,
    /// Components of searches that are left out; rules, advisers and strategies are left out of their own lists.
    pub left_out: Vec<Part>,
    /// Advisers of the feature-space searches.
    pub advisers: Advisers,
    /// Deadlock rules. Each search applies the rules that fit it; textbook searches have their own setting.
    pub rules: RuleSet,
    /// Metric that the solution must be proved minimal in, by a search without plans; `None` accepts any solution.
    pub optimal: Option<Metric>,
    /// Number of threads on which searches run side by side; on one thread they take turns.
    pub threads: usize,
    /// With several threads, the time during which searches first take turns on one thread, so that an easy level has
    /// the same answer on any number of threads. On a level of several groups of boxes it is a second longer.
    pub alone: Duration,
    /// Textbook search that runs alone, without plans and other searches; `None` for the usual strategies.
    pub textbook: Option<Setup>,
}

impl Options {
    /// True if a component of searches is enabled.
    pub fn has(&self, part: Part) -> bool {
        !self.left_out.contains(&part)
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
        self.takeovers || self.plans().next().is_some() && self.pushes().next().is_some()
    }

    /// Returns the components, rules and advisers that these options give to feature-space searches.
    pub fn setting(&self) -> Setting {
        Setting {
            prunings: self.prunings(Purposes::THOROUGH_SEARCHES),
            hotspots: self.has(Part::Hotspots),
            out_of_plan: self.has(Part::OutOfPlan),
            advisers: self.advisers.clone(),
        }
    }

    /// Returns the rules, and the use of corrals and symmetry, that these options give to a search with this purpose.
    pub fn prunings(&self, purpose: Purposes) -> Prunings {
        Prunings {
            rules: self.rules.purposes(purpose),
            corrals: if self.has(Part::PiCorral) { Corrals::Single } else { Corrals::None },
            symmetry: self.has(Part::Symmetry),
        }
    }

    /// Leaves out a strategy from the default run, or a rule, component or adviser from every search.
    pub fn leave_out(&mut self, part: Part) {
        match part {
            Part::Rule(id) => self.rules = std::mem::take(&mut self.rules).without(id),
            Part::Adviser(name) => self.advisers = std::mem::take(&mut self.advisers).without(name),
            Part::Strategy(strategy) => self.strategies.retain(|one| *one != strategy),
            component => self.left_out.push(component),
        }
    }

    /// Sets [`Options::strategies`], in the order of the registry.
    #[must_use]
    pub fn with_strategies(mut self, strategies: impl IntoIterator<Item = Strategy>) -> Self {
        let chosen: Vec<Strategy> = strategies.into_iter().collect();
        self.strategies = Strategy::all().filter(|strategy| chosen.contains(strategy)).collect();
        self
    }

    /// Sets [`Options::rules`].
    #[must_use]
    pub fn with_rules(mut self, rules: RuleSet) -> Self {
        self.rules = rules;
        self
    }

    /// Sets [`Options::optimal`].
    #[must_use]
    pub const fn with_optimal(mut self, optimal: Option<Metric>) -> Self {
        self.optimal = optimal;
        self
    }

    /// Sets [`Options::threads`].
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets [`Options::alone`].
    #[must_use]
    pub const fn with_alone(mut self, alone: Duration) -> Self {
        self.alone = alone;
        self
    }

    /// Sets [`Options::textbook`].
    #[must_use]
    pub fn with_textbook(mut self, textbook: Option<Setup>) -> Self {
        self.textbook = textbook;
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
            takeovers: false,
            traces: false,
            left_out: Vec::new(),
            advisers: Advisers::default(),
            rules: RuleSet::all(),
            textbook: None,
            optimal: None,
            threads: 1,
            alone: Duration::ZERO,
        }
    }
}
