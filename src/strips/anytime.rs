//! Plans that become cheaper, one after the other.
//!
//! The first plan comes from greedy search in which all operators cost the same, the second from greedy search with costs;
//! then weighted A* is run with smaller and smaller weights, each time for a plan that is cheaper than all before. All of
//! them defer evaluation and alternate between FF and landmark counting, with preferred operators (LAMA: Richter, Thayer
//! and Ruml 2010; Richter and Westphal 2010, section 5). States that cost as much as the best plan are dropped, so
//! weighted A* that runs dry proves that no plan is cheaper.

use super::check::check;
use super::heuristic::{Costs, HeuristicKind};
use super::lazy::Lazy;
use super::task::{Plan, Task};
use crate::run::{Ended, Meter, drive};

/// The weights of the A* searches, in turn. Not tuned: those of LAMA (Richter and Westphal 2010).
const WEIGHTS: [u32; 4] = [5, 3, 2, 1];

/// A search of the sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Greedy(Costs),
    /// The place among the weights.
    Weighted(usize),
}

/// A stream of plans, each cheaper than those before.
pub struct Anytime<'t> {
    task: &'t Task,
    stage: Stage,
    /// `None`: there is no plan, or none is cheaper.
    search: Option<Box<Lazy<'t>>>,
    /// The cost of the best plan.
    best: u64,
}

impl<'t> Anytime<'t> {
    /// Prepares the stream.
    pub fn new(task: &'t Task) -> Self {
        let stage = Stage::Greedy(Costs::One);
        Self { task, stage, search: Some(Box::new(search(task, stage))), best: u64::MAX }
    }

    /// Returns the next plan. After a limit it continues; exhausted, the last plan is a cheapest one, or there is none.
    ///
    /// # Panics
    /// If a search returned something that is no plan, which is an error of this program.
    pub fn next(&mut self, meter: &mut Meter) -> Ended<Plan> {
        while let Some(search) = &mut self.search {
            match drive(search.as_mut(), meter) {
                Ended::Found(plan) => {
                    check(self.task, &plan).expect("searches only find plans");
                    self.best = plan.cost;
                    self.begin(self.next_stage());
                    return Ended::Found(plan);
                }
                // Greedy search does not look for cheaper ways to a state, so with a bound it proves nothing.
                Ended::Exhausted if self.best < u64::MAX && matches!(self.stage, Stage::Greedy(_)) => {
                    self.begin(self.next_stage());
                }
                Ended::Exhausted => self.search = None,
                Ended::Stopped(stop) => return Ended::Stopped(stop),
            }
        }
        Ended::Exhausted
    }

    fn next_stage(&self) -> Stage {
        match self.stage {
            Stage::Greedy(Costs::One) if !self.task.is_unit_cost() => Stage::Greedy(Costs::PlusOne),
            Stage::Greedy(_) => Stage::Weighted(0),
            Stage::Weighted(place) => Stage::Weighted((place + 1).min(WEIGHTS.len() - 1)),
        }
    }

    /// Begins the search of a stage, or goes on with the one that runs.
    fn begin(&mut self, stage: Stage) {
        if stage != self.stage {
            // The states of the search before are given back first.
            self.search = None;
            self.search = Some(Box::new(search(self.task, stage)));
            self.stage = stage;
        }
        if let Some(search) = &mut self.search {
            search.bound(self.best);
        }
    }
}

fn search(task: &Task, stage: Stage) -> Lazy<'_> {
    let heuristics = |costs| vec![HeuristicKind::Ff.build(task, costs), HeuristicKind::Landmarks.build(task, costs)];
    match stage {
        Stage::Greedy(costs) => Lazy::greedy(task, heuristics(costs), true),
        Stage::Weighted(place) => Lazy::weighted(task, heuristics(Costs::PlusOne), true, WEIGHTS[place]),
    }
}
