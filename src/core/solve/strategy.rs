//! The table of strategies, each with one name. `--strategy`, `--leave-out`, `--ablate`, help, the README, `solved_by`,
//! `--explain`, reports and pages use it. `start` starts the search of each.

use super::schedule::Turn;
use crate::textbook::Strategy as Textbook;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A strategy: a search that can take part in solving a level. In the order of first turns: plans, then push searches, then
/// textbook searches, each of which runs alone.
///
/// ```
/// use sokoplan_core::solve::Strategy;
/// let lean: Strategy = "lean".parse()?;
/// assert!(lean.is_push_search() && !lean.is_plan());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Search of one group of boxes after the other.
    Agenda,
    /// Planner of room events, along a packing plan that takes boxes from their starts directly to goals.
    EventsByStarts,
    /// Planner of room events, along a packing plan that may park boxes.
    Events,
    /// Plans on local states, whose pushes are found from the end.
    ExactPlans,
    /// Feature-space search along a packing plan that may park boxes.
    Fess,
    /// Search by single pushes and pulls, with fast nodes.
    Lean,
    /// Pulls to a position near the start, then pushes to it.
    Target,
    /// Feature-space search along a packing plan that takes boxes from their starts directly to goals.
    FessByStarts,
    /// Full push search from positions of the planner of room events, in turns of the planner.
    Takeover,
    /// A textbook search.
    Textbook(Textbook),
    /// Textbook A* by pulls from the solved board.
    Backward,
}

struct Row {
    strategy: Strategy,
    word: &'static str,
    /// Description: a sentence without a full stop.
    sentence: &'static str,
    kind: Kind,
    /// Lengths of the first and second turn; each further turn is twice as long. The shortest next turn comes first.
    turns: [Turn; 2],
    /// Factor of longer turns by the clock; the order of turns is computed without it.
    share: u32,
    needs: Needs,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Plans, which are carried out.
    Plan,
    /// Pushes, without plans.
    Push,
    /// Pushes, from a position that a plan has reached.
    Takeover,
    /// Pushes, by a textbook search that runs alone.
    Textbook,
}

/// What is computed of a level before the strategy starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    /// Nothing but the maze.
    Nothing,
    /// Rooms and tunnels.
    Rooms,
    /// Areas that are small enough for tables of local states.
    SmallAreas,
    /// Groups of boxes.
    Groups,
}

const PUSHES: Row = Row {
    strategy: Strategy::Fess,
    word: "",
    sentence: "",
    kind: Kind::Push,
    turns: [Turn::ENDLESS; 2],
    share: 1,
    needs: Needs::Nothing,
};

const PLANS: Row = Row { kind: Kind::Plan, needs: Needs::Rooms, ..PUSHES };

const EVENTS: [Turn; 2] = [Turn::new(50, 2), Turn::new(300, 60)];
const FESS_BY_STARTS: Turn = Turn::new(1_000, 450);

/// The strategies but for the textbook searches. Turns come from the CPU seconds of each alone; see `FIGURES.md`.
static TABLE: [Row; 9] = [
    // The first long turn on levels that fall into groups, and no turn on others.
    Row {
        strategy: Strategy::Agenda,
        word: "agenda",
        sentence: "groups of boxes, one after the other; boxes whose paths touch are one group",
        turns: [Turn::new(20_000, 2), Turn::new(40_000, 70)],
        share: 8,
        needs: Needs::Groups,
        ..PLANS
    },
    // The first two turns come before any push search, and solve most levels that plans can solve.
    Row {
        strategy: Strategy::EventsByStarts,
        word: "events-by-starts",
        sentence: "`events` along a packing plan that takes boxes directly from their starts",
        turns: EVENTS,
        ..PLANS
    },
    Row {
        strategy: Strategy::Events,
        word: "events",
        sentence: "room events along a packing plan that may park boxes",
        turns: EVENTS,
        ..PLANS
    },
    // It decides levels whose areas have few local states, and has no further turns on others: see `FIGURES.md`, EXACT_TURNS.
    Row {
        strategy: Strategy::ExactPlans,
        word: "exact-plans",
        sentence: "plans on local states of small areas, while their tables stay small; complete if they do",
        turns: [Turn::new(10, 62), Turn::new(100, 380)],
        share: 8,
        needs: Needs::SmallAreas,
        ..PLANS
    },
    Row {
        strategy: Strategy::Fess,
        word: "fess",
        sentence: "feature-space search along a packing plan: a move pushes one box to any square",
        turns: [Turn::new(150, 75), Turn::new(1_000, 450)],
        ..PUSHES
    },
    // The first turn solves most easy levels.
    Row {
        strategy: Strategy::Lean,
        word: "lean",
        sentence: "single pushes from the start and single pulls from the goals until they meet",
        turns: [Turn::new(2_000, 80), Turn::new(40_000, 600)],
        share: 4,
        ..PUSHES
    },
    // The first turn suffices for a first target.
    Row {
        strategy: Strategy::Target,
        word: "target",
        sentence: "pulls from the goals to a position near the start, then pushes to it",
        turns: [Turn::new(1_500, 150), Turn::new(6_000, 450)],
        share: 4,
        ..PUSHES
    },
    Row {
        strategy: Strategy::FessByStarts,
        word: "fess-by-starts",
        sentence: "`fess` with a packing plan that takes boxes directly from their starts",
        turns: [FESS_BY_STARTS, FESS_BY_STARTS.doubled()],
        ..PUSHES
    },
    // No turns of its own: the planner of room events gives it a part of its turns.
    Row {
        strategy: Strategy::Takeover,
        word: "takeover",
        sentence: "beside plans: a full push search from positions where they make no progress",
        kind: Kind::Takeover,
        ..PLANS
    },
];

/// The textbook searches, which run alone: in the order of [`Textbook::ALL`], then A* by pulls.
static TEXTBOOKS: [Row; 11] = [
    textbook(Textbook::BreadthFirst, "all positions of one depth before any of the next"),
    textbook(Textbook::DepthFirst, "depth first down to a limit"),
    textbook(Textbook::IterativeDeepening, "depth first up to a depth that grows from pass to pass"),
    textbook(Textbook::AStar, "A*: steps made plus steps estimated"),
    textbook(Textbook::WeightedAStar, "A* with the estimate multiplied by a weight"),
    textbook(Textbook::IdaStar, "IDA*: iterative deepening on steps made plus steps estimated"),
    textbook(Textbook::SmaStar, "SMA*: A* that drops the worst positions when memory is short"),
    textbook(Textbook::GreedyBestFirst, "greedy: the position with the lowest estimate first"),
    textbook(Textbook::Bidirectional, "pushes from the start and pulls from the solved board"),
    textbook(Textbook::Kth, "the agent of the KTH report (2012): boxes go to matched goals one by one"),
    Row {
        strategy: Strategy::Backward,
        word: "backward",
        ..textbook(Textbook::AStar, "A* by pulls from the solved board")
    },
];

const fn textbook(search: Textbook, sentence: &'static str) -> Row {
    Row { strategy: Strategy::Textbook(search), word: search.word(), sentence, kind: Kind::Textbook, ..PUSHES }
}

/// A word for several strategies, its description, and the strategies.
type Group = (&'static str, &'static str, fn(Strategy) -> bool);

static GROUPS: [Group; 3] = [
    ("all", "plans first, then plans and push searches in turn (default)", |strategy| !strategy.is_textbook()),
    ("plans", "abstract plans alone, realised step by step", Strategy::is_plan),
    ("pushes", "all push searches, without plans", Strategy::is_push_search),
];

impl Strategy {
    /// Returns all strategies that `--strategy` names one by one: plans, push searches, textbook searches.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().chain(&TEXTBOOKS).map(|row| row.strategy)
    }

    /// Returns the strategies of the default run.
    pub fn of_default() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.strategy)
    }

    /// Returns the strategies that make plans, in the order of their first turns.
    pub fn plans() -> impl Iterator<Item = Self> {
        Self::all().filter(|strategy| strategy.is_plan())
    }

    /// Returns the push searches, in the order of their first turns.
    pub fn pushes() -> impl Iterator<Item = Self> {
        Self::all().filter(|strategy| strategy.is_push_search())
    }

    /// Returns the textbook searches; each runs alone.
    pub fn textbooks() -> impl Iterator<Item = Self> {
        Self::all().filter(|strategy| strategy.is_textbook())
    }

    /// Returns the words that stand for several strategies, each with a description: a sentence without a full stop.
    pub fn groups() -> impl Iterator<Item = (&'static str, &'static str)> {
        GROUPS.iter().map(|&(word, sentence, _)| (word, sentence))
    }

    /// Returns the strategies with this name, or in the group with this name. `None` for other words.
    pub fn named(word: &str) -> Option<Vec<Self>> {
        match GROUPS.iter().find(|(group, ..)| *group == word) {
            Some((.., has)) => Some(Self::all().filter(|&strategy| has(strategy)).collect()),
            None => word.parse().ok().map(|strategy| vec![strategy]),
        }
    }

    /// Returns the name on the command line and in reports.
    pub fn word(self) -> &'static str {
        self.row().word
    }

    /// Returns a description of the strategy: a sentence without a full stop.
    pub fn sentence(self) -> &'static str {
        self.row().sentence
    }

    /// True if the strategy makes plans and carries them out.
    pub fn is_plan(self) -> bool {
        self.row().kind == Kind::Plan
    }

    /// True if the strategy is a push search, without plans.
    pub fn is_push_search(self) -> bool {
        self.row().kind == Kind::Push
    }

    /// True if the strategy is a textbook search.
    pub fn is_textbook(self) -> bool {
        self.row().kind == Kind::Textbook
    }

    /// True if the strategy has turns of its own.
    pub fn has_turns(self) -> bool {
        self != Self::Takeover
    }

    /// Returns the lengths of the first and second turn by the clock; each further turn is twice as long.
    pub fn turns(self) -> [Duration; 2] {
        self.row().turns.map(|turn| turn.time)
    }

    /// Returns the factor of turns longer than [`Strategy::turns`]; some levels raise it.
    pub fn share(self) -> u32 {
        self.row().share
    }

    pub(super) fn first_turns(self) -> [Turn; 2] {
        self.row().turns
    }

    pub(super) fn needs(self) -> Needs {
        self.row().needs
    }

    fn row(self) -> &'static Row {
        match self {
            Self::Agenda => &TABLE[0],
            Self::EventsByStarts => &TABLE[1],
            Self::Events => &TABLE[2],
            Self::ExactPlans => &TABLE[3],
            Self::Fess => &TABLE[4],
            Self::Lean => &TABLE[5],
            Self::Target => &TABLE[6],
            Self::FessByStarts => &TABLE[7],
            Self::Takeover => &TABLE[8],
            Self::Textbook(search) => &TEXTBOOKS[search as usize],
            Self::Backward => &TEXTBOOKS[10],
        }
    }
}

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

/// Source of a solution or another answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// The search of a strategy.
    Search(Strategy),
    /// The start position, without a search.
    #[default]
    Start,
    /// The search for a proved shortest solution.
    Optimal,
    /// The search that shortens solutions.
    Improve,
    /// A proof by pictures, accepted by the checker, that no solution exists.
    Proof,
    /// The generator, which builds each level from its solution.
    Generate,
    /// A plan that was read from a file and carried out.
    File,
}

impl Source {
    /// Returns the name in reports: the name of the strategy, or e.g. `start`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Search(strategy) => strategy.word(),
            Self::Start => "start",
            Self::Optimal => "optimal",
            Self::Improve => "improve",
            Self::Proof => "proof",
            Self::Generate => "generate",
            Self::File => "file",
        }
    }

    /// True if the source is plans, carried out by steps of their own.
    pub fn is_plan(self) -> bool {
        matches!(self, Self::Search(strategy) if strategy.is_plan())
    }

    /// True if the source is a push search that took over from plans.
    pub fn is_takeover(self) -> bool {
        self == Self::Search(Strategy::Takeover)
    }

    /// True if the source is a push search, including a search that took over from plans.
    pub fn is_push_search(self) -> bool {
        self.is_takeover() || matches!(self, Self::Search(strategy) if strategy.is_push_search())
    }
}

impl From<Strategy> for Source {
    fn from(strategy: Strategy) -> Self {
        Self::Search(strategy)
    }
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_strategy_has_the_row_of_its_own_name() {
        for row in TABLE.iter().chain(&TEXTBOOKS) {
            assert_eq!((row.strategy.word(), row.word.parse()), (row.word, Ok(row.strategy)));
        }
    }

    #[test]
    fn plans_lead_with_turns_that_cost_little_and_stand_in_the_order_of_their_first_turns() {
        let first = |strategy: Strategy| strategy.turns()[0];
        let all: Vec<Strategy> = Strategy::of_default().filter(|strategy| strategy.has_turns()).collect();
        assert!(all.is_sorted_by_key(|&strategy| first(strategy)), "{all:?}");
        let plans = [Strategy::Events, Strategy::EventsByStarts];
        assert!(plans.into_iter().all(|plan| first(plan) <= Duration::from_millis(2)));
        let soonest = Strategy::pushes().map(first).min();
        assert!(plans.into_iter().all(|plan| Some(plan.turns()[1]) < soonest), "a second turn before pushes");
    }
}
