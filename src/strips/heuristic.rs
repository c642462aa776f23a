//! What does a search ask of a heuristic?
//!
//! In comes a state and how it was reached; out comes an estimate of the cost of the rest, and the operators worth
//! trying first. A heuristic says of itself whether it never estimates too much. It holds no reference to the task.

use super::state::State;
use super::task::Task;
use super::{landmarks::LandmarkCount, lm_cut::LmCut, relaxed::Relaxed, relaxed::Rule};
use std::fmt;
use std::str::FromStr;

/// A state on its way into a search.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    /// The state.
    pub state: &'a State,
    /// Its number: states are numbered from 0 in the order in which they come.
    pub id: u32,
    /// The number of the state that it was reached from.
    pub parent: Option<u32>,
}

/// Estimates the cost of the rest.
pub trait Heuristic: Send {
    /// Is the estimate never more than the true cost? Then A* proves its plan to be best.
    fn is_admissible(&self) -> bool;

    /// The estimate; `None` only where the goal provably cannot be reached.
    fn evaluate(&mut self, visit: Visit<'_>) -> Option<u32>;

    /// Operators worth trying first in the state evaluated last, in increasing order, all of them applicable.
    fn preferred(&self) -> &[u32] {
        &[]
    }

    /// What it keeps for every state, in bytes.
    fn bytes_per_state(&self) -> usize {
        0
    }
}

/// What an operator counts in an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Costs {
    /// Its cost. The only choice that keeps h_max admissible.
    #[default]
    Plain,
    /// One: plans with few steps are found fast.
    One,
    /// Its cost and one more, unless all cost one: free operators are then still worth counting.
    PlusOne,
}

impl Costs {
    /// What each operator of a task counts.
    pub(super) fn of(self, task: &Task) -> Vec<u32> {
        let unit = task.is_unit_cost();
        let count = |cost: u32| match self {
            Self::PlusOne if !unit => cost.saturating_add(1),
            Self::Plain | Self::PlusOne => cost,
            Self::One => 1,
        };
        task.operators.iter().map(|operator| count(operator.cost)).collect()
    }
}

/// The heuristics to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum HeuristicKind {
    /// Zero everywhere; admissible.
    Blind,
    /// The dearest goal of the delete relaxation; admissible.
    Max,
    /// The sum over the goals of the delete relaxation.
    Add,
    /// The cost of a relaxed plan, with preferred operators.
    #[default]
    Ff,
    /// How many landmarks are still to be reached.
    Landmarks,
    /// Cuts through the delete relaxation; admissible, dear, and mostly well worth it.
    LmCut,
}

impl HeuristicKind {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Blind, Self::Max, Self::Add, Self::Ff, Self::Landmarks, Self::LmCut];

    /// The word for it on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Blind => "blind",
            Self::Max => "max",
            Self::Add => "add",
            Self::Ff => "ff",
            Self::Landmarks => "landmarks",
            Self::LmCut => "lmcut",
        }
    }

    /// Made for one task.
    pub fn build(self, task: &Task, costs: Costs) -> Box<dyn Heuristic> {
        match self {
            Self::Blind => Box::new(Blind),
            Self::Max => Box::new(RelaxedHeuristic::new(task, costs, Estimate::Max)),
            Self::Add => Box::new(RelaxedHeuristic::new(task, costs, Estimate::Add)),
            Self::Ff => Box::new(RelaxedHeuristic::new(task, costs, Estimate::Ff)),
            Self::Landmarks => Box::new(LandmarkCount::new(task)),
            Self::LmCut => Box::new(LmCut::new(task)),
        }
    }
}

impl fmt::Display for HeuristicKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for HeuristicKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|kind| kind.word() == text);
        known.ok_or_else(|| {
            let words = Self::ALL.map(Self::word).join(", ");
            format!("unknown heuristic `{text}`: expected one of {words}")
        })
    }
}

/// Knows nothing: A* is then uniform-cost search.
struct Blind;

impl Heuristic for Blind {
    fn is_admissible(&self) -> bool {
        true
    }

    fn evaluate(&mut self, _: Visit<'_>) -> Option<u32> {
        Some(0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Estimate {
    Max,
    Add,
    Ff,
}

/// One of the estimates that [`Relaxed`] gives.
struct RelaxedHeuristic {
    relaxed: Relaxed,
    estimate: Estimate,
    costs: Costs,
}

impl RelaxedHeuristic {
    fn new(task: &Task, costs: Costs, estimate: Estimate) -> Self {
        Self { relaxed: Relaxed::new(task, costs), estimate, costs }
    }
}

impl Heuristic for RelaxedHeuristic {
    fn is_admissible(&self) -> bool {
        self.estimate == Estimate::Max && self.costs == Costs::Plain
    }

    fn evaluate(&mut self, visit: Visit<'_>) -> Option<u32> {
        match self.estimate {
            Estimate::Max => self.relaxed.goal_cost(visit.state, Rule::Max),
            Estimate::Add => self.relaxed.goal_cost(visit.state, Rule::Add),
            Estimate::Ff => self.relaxed.plan_cost(visit.state),
        }
    }

    fn preferred(&self) -> &[u32] {
        if self.estimate == Estimate::Ff { self.relaxed.preferred() } else { &[] }
    }
}
