//! Anytime planning: plans that become cheaper, one after the other.
//!
//! The first plan is found by greedy search with unit costs, the second by greedy search with costs; then weighted A*
//! is run with decreasing weights, each time for a plan that is cheaper than all before. All of these searches defer
//! evaluation and alternate between FF and landmark counting, with preferred operators (LAMA: Richter, Thayer and Ruml
//! 2010; Richter and Westphal 2010, section 5). States that cost at least as much as the best plan are dropped, so
//! exhausted weighted A* proves that no plan is cheaper.

use super::check::check;
use super::heuristic::{Costs, HeuristicKind};
use super::lazy::Lazy;
use super::task::{Plan, Task};
use crate::run::{Ended, Meter, Stop, drive};

/// Weights of the A* searches, in this order: those of LAMA (Richter and Westphal 2010).
const WEIGHTS: [u32; 4] = [5, 3, 2, 1];

/// One search of the sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Greedy(Costs),
    /// Weighted A*, with the index of its weight in [`WEIGHTS`].
    Weighted(usize),
}

/// Status of the search of the present stage.
enum Current<'t> {
    /// The search must be built first.
    Due,
    Running(Box<Lazy<'t>>),
    /// No plan exists, or no cheaper plan.
    Over,
}

/// Stream of plans of a task, each cheaper than the plans before.
pub struct Anytime<'t> {
    task: &'t Task,
    stage: Stage,
    current: Current<'t>,
    /// Cost of the best plan found so far; `u64::MAX` before the first plan.
    best: u64,
}

impl<'t> Anytime<'t> {
    /// Creates the stream of plans of a task; the first search is built by the first call of [`Self::next`].
    pub const fn new(task: &'t Task) -> Self {
        Self { task, stage: Stage::Greedy(Costs::One), current: Current::Due, best: u64::MAX }
    }

    /// Returns the next plan, which is cheaper than the plans before. After a limit a further call continues; once
    /// exhausted, the last plan is a cheapest plan, or no plan exists.
    ///
    /// # Panics
    /// If a search returned operators that are not a plan, which is an error of this program.
    pub fn next(&mut self, meter: &mut Meter) -> Ended<Plan> {
        loop {
            let search = match &mut self.current {
                Current::Running(search) => search,
                Current::Over => return Ended::Exhausted,
                Current::Due => match search(self.task, self.stage, meter) {
                    Ok(search) => {
                        self.current = Current::Running(Box::new(search));
                        continue;
                    }
                    Err(stop) => return Ended::Stopped(stop),
                },
            };
            search.bound(self.best);
            match drive(search.as_mut(), meter) {
                Ended::Found(plan) => {
                    check(self.task, &plan).expect("searches only find plans");
                    self.best = plan.cost;
                    self.enter(self.next_stage());
                    return Ended::Found(plan);
                }
                // Greedy search does not look for cheaper paths to a state, so with a bound it proves nothing.
                Ended::Exhausted if self.best < u64::MAX && matches!(self.stage, Stage::Greedy(_)) => {
                    self.enter(self.next_stage());
                }
                Ended::Exhausted => self.current = Current::Over,
                Ended::Stopped(stop) => return Ended::Stopped(stop),
            }
        }
    }

    fn next_stage(&self) -> Stage {
        match self.stage {
            Stage::Greedy(Costs::One) if !self.task.is_unit_cost() => Stage::Greedy(Costs::PlusOne),
            Stage::Greedy(_) => Stage::Weighted(0),
            Stage::Weighted(place) => Stage::Weighted((place + 1).min(WEIGHTS.len() - 1)),
        }
    }

    /// Makes `stage` the present stage, with a search still to be built; without effect if it is the present stage.
    fn enter(&mut self, stage: Stage) {
        if stage != self.stage {
            (self.stage, self.current) = (stage, Current::Due);
        }
    }
}

fn search<'t>(task: &'t Task, stage: Stage, meter: &Meter) -> Result<Lazy<'t>, Stop> {
    let costs = match stage {
        Stage::Greedy(costs) => costs,
        Stage::Weighted(_) => Costs::PlusOne,
    };
    let kinds = [HeuristicKind::Ff, HeuristicKind::Landmarks];
    let heuristics = kinds.into_iter().map(|kind| kind.build(task, costs, meter)).collect::<Result<_, Stop>>()?;
    Ok(match stage {
        Stage::Greedy(_) => Lazy::greedy(task, heuristics, true),
        Stage::Weighted(place) => Lazy::weighted(task, heuristics, true, WEIGHTS[place]),
    })
}
