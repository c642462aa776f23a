//! Options of the solver.

use super::{Choice, Enhancement};
use crate::deadlock::{AskedBy, RuleSet};
use crate::maze::{AreaPatterns, Merging, RoomsBy};
use crate::planner::Abstraction;
use crate::planner::agenda::GroupsBy;
use crate::search::optimal::Metric;
use crate::search::{Advisers, Components, Prunings, Setting};
use crate::textbook::Setup;
use std::time::Duration;

/// Options of the solver, to be made from the default:
///
/// ```
/// use sokoplan_core::solve::{Group, Options};
/// let options = Options::default().with_choice(Group::Pushes).with_threads(2);
/// assert_eq!(options.threads, 2);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Strategies that take part in solving a level.
    pub choice: Choice,
    /// Definition of rooms on which plans are made.
    pub rooms_by: RoomsBy,
    /// Wall patterns that mark tunnels and openings.
    pub patterns: AreaPatterns,
    /// How small areas are joined to neighbours before planning; `None` joins none.
    pub merging: Option<Merging>,
    /// Division of the boxes into groups.
    pub groups_by: GroupsBy,
    /// Kind of abstract plans; with `None` plans of all kinds take turns.
    pub abstraction: Option<Abstraction>,
    /// Maximum number of push nodes for carrying out one step of a plan.
    pub node_cap: u64,
    /// Components of the searches that are switched on, besides deadlock rules.
    pub components: Components,
    /// Advisers of the feature-space searches.
    pub advisers: Advisers,
    /// Deadlock rules. Each search applies those that fit it; textbook searches have their own setting.
    pub rules: RuleSet,
    /// Metric in which the solution must be proved minimal, by a search without plans; `None` accepts any solution.
    pub optimal: Option<Metric>,
    /// Number of threads on which searches run side by side; on one thread they take turns.
    pub threads: usize,
    /// With several threads, the time during which searches first take turns on one thread, so that an easy level has
    /// the same answer on any number of threads. On a level of several groups of boxes, which are searched side by side
    /// meanwhile, it is a second longer.
    pub alone: Duration,
    /// Textbook search that runs alone, without plans and other searches; `None` for the usual strategies.
    pub textbook: Option<Setup>,
}

impl Options {
    /// Returns the components, rules and advisers that these options give to feature-space searches.
    pub fn setting(&self) -> Setting {
        Setting {
            components: self.components,
            rules: self.rules.asked_by(AskedBy::THOROUGH_SEARCHES),
            advisers: self.advisers.clone(),
        }
    }

    /// Returns the rules, and the use of corrals and symmetry, that these options give to a search with this purpose.
    pub fn prunings(&self, purpose: AskedBy) -> Prunings {
        Prunings {
            rules: self.rules.asked_by(purpose),
            pi_corral: self.components.contains(Components::PI_CORRAL),
            symmetry: self.components.contains(Components::SYMMETRY),
        }
    }

    /// Leaves out a strategy from the default run, or a rule, component or adviser from every search.
    pub fn leave_out(&mut self, part: Enhancement) {
        match part {
            Enhancement::Rule(id) => self.rules = std::mem::take(&mut self.rules).without(id),
            Enhancement::Component(component) => self.components -= component,
            Enhancement::Adviser(name) => self.advisers = std::mem::take(&mut self.advisers).without(name),
            Enhancement::Strategy(strategy) => self.choice.leave_out(strategy),
        }
    }

    /// Sets [`Options::choice`]: one strategy, a group, or several.
    #[must_use]
    pub fn with_choice(mut self, choice: impl Into<Choice>) -> Self {
        self.choice = choice.into();
        self
    }

    /// Sets [`Options::abstraction`].
    #[must_use]
    pub const fn with_abstraction(mut self, abstraction: Abstraction) -> Self {
        self.abstraction = Some(abstraction);
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
            choice: Choice::default(),
            rooms_by: RoomsBy::default(),
            patterns: AreaPatterns::default(),
            merging: Some(Merging::default()),
            groups_by: GroupsBy::default(),
            abstraction: None,
            node_cap: 5_000,
            components: Components::SOLVING,
            advisers: Advisers::default(),
            rules: RuleSet::all(),
            textbook: None,
            optimal: None,
            threads: 1,
            alone: Duration::ZERO,
        }
    }
}
