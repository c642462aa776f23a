//! The registry of strategies, each with one word.
//!
//! `--strategy`, `--leave-out`, `--ablate`, help, the README, `solved_by`, `--explain`, reports and pages read it. An entry
//! stands beside the search that it makes, in a file of `strategies`; one line here makes it known.

use super::schedule::{Begun, Turn};
use super::strategies::{PlanSide, PushSide, parts, plans, pushes, textbook};
use crate::planner::Abstraction;
use crate::run::Meter;
use crate::textbook::Strategy as Textbook;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The entry of a strategy.
pub(in crate::solve) struct Entry {
    /// The word on the command line and in reports.
    pub(in crate::solve) word: &'static str,
    /// A description: one sentence without a full stop.
    pub(in crate::solve) says: &'static str,
    /// The lengths of its first and second turn; each further turn is twice as long as the one before. The strategy with
    /// the shortest next turn goes first.
    pub(in crate::solve) turns: [Turn; 2],
    /// The factor by which its turns are longer by the clock; their order is computed without it.
    pub(in crate::solve) share: u32,
    /// The constructor of its search.
    pub(in crate::solve) make: Make,
}

pub(in crate::solve) type MakePush = for<'a> fn(&'a PushSide<'a>, &mut Meter) -> Begun<'a>;
pub(in crate::solve) type MakePlan = for<'a> fn(&'a PlanSide<'a>, &mut Meter) -> Begun<'a>;

/// The constructor of a search, by group.
pub(in crate::solve) enum Make {
    /// A push search.
    Push(MakePush),
    /// A search for plans whose steps are realised.
    Plan(MakePlan),
    /// The searches of the parts of a level that is cut.
    Parts,
    /// A textbook search, which runs alone; its setup defines it.
    Textbook,
    /// No constructor: an option of its own runs it.
    Aside,
}

/// The strategies that `--strategy` names one by one, in the order of their first turns: plans, then push searches.
static REGISTRY: [Strategy; 10] = [
    Strategy(&plans::EXACT_PLANS),
    Strategy(&plans::EVENTS_BY_STARTS),
    Strategy(&plans::EVENTS),
    Strategy(&plans::COARSE_PLANS),
    Strategy(&parts::PARTS),
    Strategy(&pushes::FESS),
    Strategy(&pushes::LEAN),
    Strategy(&pushes::FESS_BY_STARTS),
    Strategy(&pushes::FESS_BY_BLOCKS),
    Strategy(&pushes::TARGET),
];

/// Old words of strategies, each with the new one.
const RENAMED: [(&str, &str); 2] = [("transfers", "events"), ("transfers-by-starts", "events-by-starts")];

/// A strategy of the registry.
///
/// ```
/// use sokoplan::solve::Strategy;
/// let lean: Strategy = "lean".parse()?;
/// assert!(lean.is_push_search() && !lean.is_plan());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy)]
pub struct Strategy(&'static Entry);

impl Strategy {
    /// No search: the start position decided the level.
    pub const START: Self = Self(&aside("start", "no search: the start decides the level"));
    /// The search for a proved shortest solution.
    pub const OPTIMAL: Self = Self(&aside("optimal", "the search for a proved shortest solution"));
    /// The search that shortens solutions.
    pub const IMPROVE: Self = Self(&aside("improve", "the search that shortens solutions"));
    /// A proof of picture lemmas that no solution exists, accepted by the checker.
    pub const PROOF: Self = Self(&aside("proof", "a proof in pictures that there is no solution"));
    /// The generator, which builds each level from its solution.
    pub const GENERATE: Self = Self(&aside("generate", "the generator, which builds each level from its solution"));
    /// A plan of a file, carried out.
    pub const FROM: Self = Self(&aside("from", "a plan of a file, carried out"));
    /// The planner of room events, along the packing plan in which boxes may be parked.
    pub const EVENTS: Self = Self(&plans::EVENTS);
    /// The planner of room events, along the packing plan in which boxes go directly from their starts to goals.
    pub const EVENTS_BY_STARTS: Self = Self(&plans::EVENTS_BY_STARTS);
    /// Plans on an exact rung, realised from the end.
    pub const EXACT_PLANS: Self = Self(&plans::EXACT_PLANS);
    /// Plans on a coarse rung, whose steps are realised as they are planned.
    pub const COARSE_PLANS: Self = Self(&plans::COARSE_PLANS);

    /// Each part of a level that is cut, as a level of its own.
    pub const PARTS: Self = Self(&parts::PARTS);

    /// Single pushes and pulls, on cheap nodes.
    pub const LEAN: Self = Self(&pushes::LEAN);

    /// Returns the push searches, in the order of their first turns.
    pub fn pushes() -> impl Iterator<Item = Self> {
        REGISTRY.into_iter().filter(|strategy| strategy.is_push_search())
    }

    /// Returns the searches for plans, in the order of their first turns.
    pub fn plans() -> impl Iterator<Item = Self> {
        REGISTRY.into_iter().filter(|strategy| strategy.is_plan())
    }

    /// Returns the textbook searches, each of which runs alone.
    pub fn textbooks() -> impl Iterator<Item = Self> {
        textbook::ENTRIES.iter().map(Self)
    }

    /// Returns all strategies that `--strategy` names one by one: plans, push searches, textbook searches.
    pub fn all() -> impl Iterator<Item = Self> {
        REGISTRY.into_iter().chain(Self::textbooks())
    }

    /// Returns the strategies of the default run.
    pub fn of_default() -> impl Iterator<Item = Self> {
        REGISTRY.into_iter().filter(|strategy| *strategy != Self::COARSE_PLANS)
    }

    /// Returns the strategies that make plans of a kind, in the order of their first turns.
    pub fn on(abstraction: Abstraction) -> &'static [Self] {
        match abstraction {
            Abstraction::Transfers => &[Self::EVENTS, Self::EVENTS_BY_STARTS],
            Abstraction::Parts => &[Self::PARTS],
            Abstraction::Rung(rung) if rung.is_exact() => &[Self::EXACT_PLANS],
            Abstraction::Rung(_) => &[Self::COARSE_PLANS],
        }
    }

    /// Returns whether it makes plans of a kind; `None` accepts every kind.
    pub(crate) fn plans_on(self, asked: Option<Abstraction>) -> bool {
        asked.is_none_or(|abstraction| Self::on(abstraction).contains(&self))
    }

    /// Returns the strategy of a textbook search.
    pub(in crate::solve) const fn of_textbook(strategy: Textbook) -> Self {
        Self(&textbook::ENTRIES[strategy as usize])
    }

    /// Returns the new word for an old one; `None` for other words.
    pub fn renamed(word: &str) -> Option<&'static str> {
        RENAMED.iter().find(|(old, _)| *old == word).map(|&(_, new)| new)
    }

    /// Returns the word on the command line and in reports.
    pub const fn word(self) -> &'static str {
        self.0.word
    }

    /// Returns a description: one sentence without a full stop.
    pub const fn says(self) -> &'static str {
        self.0.says
    }

    /// Returns whether it is a push search.
    pub const fn is_push_search(self) -> bool {
        matches!(self.0.make, Make::Push(_))
    }

    /// Returns the lengths of its first and second turn by the clock; each further turn is twice as long as the one
    /// before.
    pub fn turns(self) -> [Duration; 2] {
        self.0.turns.map(|turn| turn.time)
    }

    /// Returns the factor by which its turns are longer than [`Strategy::turns`]; some levels raise it.
    pub const fn share(self) -> u32 {
        self.0.share
    }

    /// Returns whether it makes plans and realises them.
    pub const fn is_plan(self) -> bool {
        matches!(self.0.make, Make::Plan(_) | Make::Parts)
    }

    /// Returns whether it is a textbook search.
    pub const fn is_textbook(self) -> bool {
        matches!(self.0.make, Make::Textbook)
    }

    pub(in crate::solve) const fn entry(self) -> &'static Entry {
        self.0
    }
}

const fn aside(word: &'static str, says: &'static str) -> Entry {
    let turn = Turn::new(0, 0);
    Entry { word, says, turns: [turn, turn], share: 1, make: Make::Aside }
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
        let is_of_rooms = |strategy: &&Strategy| strategy.is_plan() && **strategy != Strategy::PARTS;
        let plans = all.iter().filter(is_of_rooms);
        assert!(plans.clone().count() == 3 && plans.clone().all(|&plan| first(plan) <= Duration::from_millis(2)));
        let soonest = Strategy::pushes().map(first).min();
        let leads = |plan: Strategy| Some(plan.turns()[1]) < soonest;
        assert!([Strategy::EVENTS, Strategy::EVENTS_BY_STARTS].into_iter().all(leads), "a second turn before pushes");
    }

    #[test]
    fn every_word_is_that_of_one_strategy() {
        for strategy in Strategy::all() {
            assert_eq!(strategy.word().parse(), Ok(strategy));
            assert_eq!(Strategy::all().filter(|other| *other == strategy).count(), 1, "{strategy:?}");
        }
        for textbook in Textbook::ALL {
            assert_eq!(Strategy::of_textbook(textbook).word(), textbook.word());
        }
    }
}
