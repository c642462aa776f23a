//! The registry of strategies, each with one name. `--strategy`, `--leave-out`, `--ablate`, help, the README, `solved_by`,
//! `--explain`, reports and pages use it. An entry is defined beside the function that starts its search, in a file of
//! `strategies`; one line here adds it.

use super::schedule::{Begun, Turn};
use super::strategies::{Context, agenda, plans, pushes, textbook};
use crate::run::Meter;
use crate::textbook::Strategy as Textbook;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A strategy: name, description, lengths of turns, and the function that starts its search.
pub(in crate::solve) struct Entry {
    /// Name on the command line and in reports.
    pub(in crate::solve) word: &'static str,
    /// Description: a sentence without a full stop.
    pub(in crate::solve) sentence: &'static str,
    /// Lengths of the first and second turn; each further turn is twice as long. The shortest next turn comes first.
    pub(in crate::solve) turns: [Turn; 2],
    /// Factor of longer turns by the clock; the order of turns is computed without it.
    pub(in crate::solve) share: u32,
    pub(in crate::solve) kind: Kind,
    /// Starts the search.
    pub(in crate::solve) start: Start,
}

/// Starts the search of a strategy.
pub(in crate::solve) type Start = for<'a> fn(&'a Context<'a>, &mut Meter) -> Begun<'a>;

/// Kind of a strategy's output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::solve) enum Kind {
    /// Plans, which are carried out.
    Plan,
    /// Pushes, without plans.
    Push,
    /// Pushes, by a textbook search that runs alone.
    Textbook,
}

/// Strategies that `--strategy` names one by one, in the order of their first turns: plans, then push searches.
static REGISTRY: [Strategy; 8] = [
    Strategy(&agenda::AGENDA),
    Strategy(&plans::EXACT_PLANS),
    Strategy(&plans::EVENTS_BY_STARTS),
    Strategy(&plans::EVENTS),
    Strategy(&pushes::FESS),
    Strategy(&pushes::LEAN),
    Strategy(&pushes::TARGET),
    Strategy(&pushes::FESS_BY_STARTS),
];

/// A strategy of the registry: a search that can take part in solving a level.
///
/// ```
/// use sokoplan_core::solve::Strategy;
/// let lean: Strategy = "lean".parse()?;
/// assert!(lean.is_push_search() && !lean.is_plan());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy)]
pub struct Strategy(&'static Entry);

impl Strategy {
    /// Planner of room events, along a packing plan that may park boxes.
    pub const EVENTS: Self = Self(&plans::EVENTS);
    /// Planner of room events, along a packing plan that takes boxes from their starts directly to goals.
    pub const EVENTS_BY_STARTS: Self = Self(&plans::EVENTS_BY_STARTS);
    /// Plans on local states, whose pushes are found from the end.
    pub const EXACT_PLANS: Self = Self(&plans::EXACT_PLANS);
    /// Search of one group of boxes after the other.
    pub const AGENDA: Self = Self(&agenda::AGENDA);
    /// Search by single pushes and pulls, with fast nodes.
    pub const LEAN: Self = Self(&pushes::LEAN);

    /// Returns the push searches, in the order of their first turns.
    pub fn pushes() -> impl Iterator<Item = Self> {
        REGISTRY.into_iter().filter(|strategy| strategy.is_push_search())
    }

    /// Returns the strategies of the default run that make plans.
    pub fn default_plans() -> impl Iterator<Item = Self> {
        Self::of_default().filter(|strategy| strategy.is_plan())
    }

    /// Returns the strategies that make plans, in the order of their first turns.
    pub fn plans() -> impl Iterator<Item = Self> {
        REGISTRY.into_iter().filter(|strategy| strategy.is_plan())
    }

    /// Returns the textbook searches; each runs alone.
    pub fn textbooks() -> impl Iterator<Item = Self> {
        textbook::ENTRIES.iter().map(Self)
    }

    /// Returns all strategies that `--strategy` names one by one: plans, push searches, textbook searches.
    pub fn all() -> impl Iterator<Item = Self> {
        REGISTRY.into_iter().chain(Self::textbooks())
    }

    /// Words that stand for several strategies, each with a description: a sentence without a full stop.
    pub const GROUPS: [(&'static str, &'static str); 4] = [
        ("all", "plans first, then plans and push searches in turn (default)"),
        ("plans", "abstract plans alone, realised step by step"),
        ("takeovers", "plans, and push searches from positions where plans make no progress"),
        ("pushes", "all push searches, without plans"),
    ];

    /// Returns the strategies with this name, or in the group with this name. `None` for other words.
    pub fn named(word: &str) -> Option<Vec<Self>> {
        match word {
            "all" => Some(Self::of_default().collect()),
            "plans" => Some(Self::default_plans().collect()),
            "takeovers" => Some(Self::default_plans().collect()),
            "pushes" => Some(Self::pushes().collect()),
            word => word.parse().ok().map(|strategy| vec![strategy]),
        }
    }

    /// Returns the strategies of the default run: exact plans are for users who study plans.
    pub fn of_default() -> impl Iterator<Item = Self> {
        REGISTRY.into_iter().filter(|strategy| *strategy != Self::EXACT_PLANS)
    }

    /// Returns the strategy that runs a textbook search.
    pub(in crate::solve) fn of_textbook(strategy: Textbook) -> Option<Self> {
        Self::textbooks().find(|one| one.word() == strategy.word())
    }

    /// Returns the name on the command line and in reports.
    pub const fn word(self) -> &'static str {
        self.0.word
    }

    /// Returns a description of the strategy: a sentence without a full stop.
    pub const fn sentence(self) -> &'static str {
        self.0.sentence
    }

    /// True if the strategy is a push search, without plans.
    pub const fn is_push_search(self) -> bool {
        matches!(self.0.kind, Kind::Push)
    }

    /// Returns the lengths of the first and second turn by the clock; each further turn is twice as long.
    pub fn turns(self) -> [Duration; 2] {
        self.0.turns.map(|turn| turn.time)
    }

    /// Returns the factor of turns longer than [`Strategy::turns`]; some levels raise it.
    pub const fn share(self) -> u32 {
        self.0.share
    }

    /// True if the strategy makes plans and carries them out.
    pub const fn is_plan(self) -> bool {
        matches!(self.0.kind, Kind::Plan)
    }

    /// True if the strategy is a textbook search.
    pub const fn is_textbook(self) -> bool {
        matches!(self.0.kind, Kind::Textbook)
    }

    pub(in crate::solve) const fn entry(self) -> &'static Entry {
        self.0
    }
}

impl PartialEq for Strategy {
    fn eq(&self, other: &Self) -> bool {
        self.word() == other.word()
    }
}

impl Eq for Strategy {}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Serialize for Strategy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let known = || Self::all().map(Self::word).collect::<Vec<_>>().join(", ");
        Self::all().find(|strategy| strategy.word() == word).ok_or_else(|| format!("expected one of {}", known()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_lead_with_turns_that_cost_little_and_stand_in_the_order_of_their_first_turns() {
        let first = |strategy: Strategy| strategy.turns()[0];
        let all: Vec<Strategy> = Strategy::of_default().collect();
        assert!(all.is_sorted_by_key(|&strategy| first(strategy)), "{all:?}");
        let is_of_rooms = |strategy: &&Strategy| strategy.is_plan() && **strategy != Strategy::AGENDA;
        let plans = all.iter().filter(is_of_rooms);
        assert!(plans.clone().count() == 2 && plans.clone().all(|&plan| first(plan) <= Duration::from_millis(2)));
        let soonest = Strategy::pushes().map(first).min();
        let leads = |plan: Strategy| Some(plan.turns()[1]) < soonest;
        assert!([Strategy::EVENTS, Strategy::EVENTS_BY_STARTS].into_iter().all(leads), "a second turn before pushes");
    }
}
