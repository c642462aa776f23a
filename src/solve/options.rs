//! Options of the solver.

use super::{Part, PushStrategy};
use crate::abstraction::Rung;
use crate::deadlock::{AskedBy, RuleSet};
use crate::maze::{AreaPatterns, Merging, RoomsBy};
use crate::search::optimal::Metric;
use crate::search::{Advisers, Components, Prunings, Setting};
use crate::textbook::Setup;

/// The sides of the solver that are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sides {
    /// Push searches and abstract plans, in turn.
    #[default]
    Both,
    /// Abstract plans, and the full push search from positions in which a step of a plan leaves open what is possible.
    PlanWithTakeovers,
    /// Abstract plans alone: only exact ones can prove anything then.
    PlanOnly,
    /// Push searches alone.
    PushOnly,
}

/// The rung on which the plan side plans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Abstraction {
    /// Several attempts of all kinds in turn, each with more nodes at its next turn.
    #[default]
    Auto,
    /// Transfers along a packing plan, realised as they are proposed.
    Transfers,
    /// One rung.
    On(Rung),
}

/// The options of a solver. They are made from the default:
///
/// ```
/// use sokoplan::solve::{Options, Sides};
/// let options = Options::default().with_sides(Sides::PushOnly).with_threads(2);
/// assert_eq!(options.threads, 2);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The sides used.
    pub sides: Sides,
    /// The definition of rooms.
    pub rooms_by: RoomsBy,
    /// The patterns of tunnels and openings.
    pub patterns: AreaPatterns,
    /// The rule by which small areas are joined to neighbours before planning; `None` plans on the areas as they are
    /// dumped.
    pub merging: Option<Merging>,
    /// The rung of the plan side.
    pub abstraction: Abstraction,
    /// At most this number of push nodes for one realisation. Not tuned.
    pub node_cap: u64,
    /// The one push search to use; `None` rotates all.
    pub strategy: Option<PushStrategy>,
    /// The words of strategies that are left out of the default run.
    pub without: Vec<&'static str>,
    /// The components of the searches, besides deadlock rules.
    pub components: Components,
    /// The advisers of the feature-space searches.
    pub advisers: Advisers,
    /// The deadlock rules. Each search takes those that are for it; the textbook searches have a setting of their own.
    pub rules: RuleSet,
    /// Accept only a solution that is proved minimal in this metric; plans and other searches are not used.
    pub optimal: Option<Metric>,
    /// The number of threads on which the searches run side by side; on one thread they take turns.
    pub threads: usize,
    /// A textbook search, which then runs alone: without plans and other searches.
    pub textbook: Option<Setup>,
    /// Whether the labels of the steps of a planned solution are proved afterwards, where that takes less than about a
    /// second.
    pub proves_labels: bool,
}

impl Options {
    /// The setting of the feature-space searches.
    pub fn setting(&self) -> Setting {
        Setting {
            components: self.components,
            rules: self.rules.asked_by(AskedBy::DEAR_NODES),
            advisers: self.advisers.clone(),
            areas: None,
        }
    }

    /// What a search for a purpose leaves out.
    pub fn prunings(&self, purpose: AskedBy) -> Prunings {
        Prunings { rules: self.rules.asked_by(purpose), pi_corral: self.components.contains(Components::PI_CORRAL) }
    }

    /// Leaves a part out: a strategy out of the default run, all else out of every search.
    pub fn leave_out(&mut self, part: Part) {
        match part {
            Part::Rule(id) => self.rules = std::mem::take(&mut self.rules).without(id),
            Part::Component(component) => self.components -= component,
            Part::Adviser(name) => self.advisers = std::mem::take(&mut self.advisers).without(name),
            Part::Strategy(word) => self.without.push(word),
        }
    }

    /// The push searches to use.
    pub fn strategies(&self) -> Vec<PushStrategy> {
        let all =
            || PushStrategy::ALL.into_iter().filter(|strategy| !self.without.contains(&strategy.word())).collect();
        self.strategy.map_or_else(all, |one| vec![one])
    }

    /// With [`Options::sides`].
    #[must_use]
    pub const fn with_sides(mut self, sides: Sides) -> Self {
        self.sides = sides;
        self
    }

    /// With [`Options::rooms_by`].
    #[must_use]
    pub const fn with_rooms_by(mut self, rooms_by: RoomsBy) -> Self {
        self.rooms_by = rooms_by;
        self
    }

    /// With [`Options::patterns`].
    #[must_use]
    pub fn with_patterns(mut self, patterns: AreaPatterns) -> Self {
        self.patterns = patterns;
        self
    }

    /// With [`Options::merging`].
    #[must_use]
    pub const fn with_merging(mut self, merging: Option<Merging>) -> Self {
        self.merging = merging;
        self
    }

    /// With [`Options::abstraction`].
    #[must_use]
    pub const fn with_abstraction(mut self, abstraction: Abstraction) -> Self {
        self.abstraction = abstraction;
        self
    }

    /// With [`Options::node_cap`].
    #[must_use]
    pub const fn with_node_cap(mut self, node_cap: u64) -> Self {
        self.node_cap = node_cap;
        self
    }

    /// With [`Options::strategy`].
    #[must_use]
    pub const fn with_strategy(mut self, strategy: Option<PushStrategy>) -> Self {
        self.strategy = strategy;
        self
    }

    /// With [`Options::components`].
    #[must_use]
    pub const fn with_components(mut self, components: Components) -> Self {
        self.components = components;
        self
    }

    /// With [`Options::advisers`].
    #[must_use]
    pub fn with_advisers(mut self, advisers: Advisers) -> Self {
        self.advisers = advisers;
        self
    }

    /// With [`Options::rules`].
    #[must_use]
    pub fn with_rules(mut self, rules: RuleSet) -> Self {
        self.rules = rules;
        self
    }

    /// With [`Options::optimal`].
    #[must_use]
    pub const fn with_optimal(mut self, optimal: Option<Metric>) -> Self {
        self.optimal = optimal;
        self
    }

    /// With [`Options::threads`].
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// With [`Options::textbook`].
    #[must_use]
    pub fn with_textbook(mut self, textbook: Option<Setup>) -> Self {
        self.textbook = textbook;
        self
    }

    /// With [`Options::proves_labels`].
    #[must_use]
    pub const fn with_proved_labels(mut self, proves_labels: bool) -> Self {
        self.proves_labels = proves_labels;
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            sides: Sides::Both,
            rooms_by: RoomsBy::default(),
            patterns: AreaPatterns::default(),
            merging: Some(Merging::default()),
            abstraction: Abstraction::Auto,
            node_cap: 5_000,
            strategy: None,
            without: Vec::new(),
            components: Components::SOLVING,
            advisers: Advisers::default(),
            rules: RuleSet::all(),
            textbook: None,
            optimal: None,
            threads: 1,
            proves_labels: false,
        }
    }
}
