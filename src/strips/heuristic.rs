//! Interface of heuristics, and the list of heuristics. Given a state and its parent, a heuristic returns an estimate
//! of the remaining cost, and preferred operators. It holds no reference to the task.

use super::state::State;
use super::task::Task;
use super::{landmarks::LandmarkCount, lm_cut::LmCut, relaxed::Relaxed, relaxed::Rule};
use crate::run::{Held, Meter, Stop};
use std::fmt;
use std::str::FromStr;

/// A state to be evaluated, with the number of the state and the number of the parent.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    /// Facts that hold in the state.
    pub state: &'a State,
    /// Number of the state: states are numbered from 0 in the order of evaluation.
    pub id: u32,
    /// Number of the state from which the state was reached; `None` for the start.
    pub parent: Option<u32>,
}

/// Estimates the remaining cost of states.
pub trait Heuristic: Send {
    /// Returns whether the estimate never exceeds the true cost. A* is then optimal.
    fn is_admissible(&self) -> bool;

    /// Returns the estimate of a state; `None` only if the goal provably cannot be reached from it.
    fn evaluate(&mut self, visit: Visit<'_>) -> Option<u32>;

    /// Returns the numbers of the preferred operators of the state evaluated last, ascending; all are applicable.
    fn preferred(&self) -> &[u32] {
        &[]
    }

    /// Returns the bytes that the heuristic keeps for every evaluated state.
    fn bytes_per_state(&self) -> usize {
        0
    }
}

/// Cost of an operator in an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Costs {
    /// Cost of the operator in the task; with the other choices h_max is not admissible.
    #[default]
    Plain,
    /// One for each operator, which finds plans with few steps fast.
    One,
    /// Cost of the operator plus one, unless all operators cost one, so that operators of cost zero count.
    PlusOne,
}

impl Costs {
    /// Returns the cost of each operator of a task in an estimate.
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

/// Heuristics that the planner offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum HeuristicKind {
    /// Zero for every state; admissible.
    Blind,
    /// Cost of the most expensive goal fact in the delete relaxation (h_max); admissible.
    Max,
    /// Sum of the costs of the goal facts in the delete relaxation (h_add).
    Add,
    /// Cost of a relaxed plan (h_FF), with preferred operators.
    #[default]
    Ff,
    /// Cost of the landmarks still to be reached, with preferred operators.
    Landmarks,
    /// Sum of the costs of landmark cuts in the delete relaxation; admissible, and slow for each state.
    LmCut,
}

impl HeuristicKind {
    /// All heuristics.
    pub const ALL: [Self; 6] = [Self::Blind, Self::Max, Self::Add, Self::Ff, Self::Landmarks, Self::LmCut];

    /// Returns the name of the heuristic on the command line.
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

    /// Builds the heuristic for one task.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn build(self, task: &Task, costs: Costs, meter: &Meter) -> Result<Box<dyn Heuristic>, Stop> {
        let relaxed = |estimate| RelaxedHeuristic::new(task, costs, estimate, meter);
        Ok(match self {
            Self::Blind => Box::new(Blind),
            Self::Max => Box::new(relaxed(Estimate::Max)?),
            Self::Add => Box::new(relaxed(Estimate::Add)?),
            Self::Ff => Box::new(relaxed(Estimate::Ff)?),
            Self::Landmarks => Box::new(LandmarkCount::new(task, costs, meter)?),
            Self::LmCut => Box::new(LmCut::new(task, meter)?),
        })
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

/// Claims the bytes of the tables of one heuristic for a task, estimated for each operator, each fact in its lists, and
/// each fact of the task.
pub(super) fn claim_tables(task: &Task, meter: &Meter) -> Result<Held, Stop> {
    let entries: usize = task.operators.iter().map(|operator| operator.pre.len() + operator.add.len()).sum();
    let mut held = Held::default();
    held.grow(48 * task.operators.len() + 8 * entries + 40 * task.facts.len(), meter)?;
    Ok(held)
}

/// Zero for every state: A* is then uniform-cost search.
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

/// Heuristic that is one of the estimates of [`Relaxed`].
struct RelaxedHeuristic {
    relaxed: Relaxed,
    estimate: Estimate,
    costs: Costs,
    _held: Held,
}

impl RelaxedHeuristic {
    fn new(task: &Task, costs: Costs, estimate: Estimate, meter: &Meter) -> Result<Self, Stop> {
        let held = claim_tables(task, meter)?;
        Ok(Self { relaxed: Relaxed::new(task, costs), estimate, costs, _held: held })
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
