//! Plans that become cheaper, one after the other.
//!
//! The first plan comes from greedy search that alternates between FF and landmark counting, with preferred operators and
//! deferred evaluation; then weighted A* is run with smaller and smaller weights, each time for a plan that is cheaper than
//! all before (Richter, Thayer and Ruml 2010; Richter and Westphal 2010, section 5). States that cost as much as the best
//! plan are dropped, so a search that runs dry proves that no plan is cheaper.

use super::astar::AStar;
use super::check::check;
use super::greedy::Greedy;
use super::heuristic::{Costs, HeuristicKind};
use super::task::{Plan, Task};
use crate::run::{Ended, Meter, drive};

/// The weights of the A* searches, in turn. Not tuned: those of LAMA (Richter and Westphal 2010).
const WEIGHTS: [u32; 4] = [5, 3, 2, 1];

/// A stream of plans, each cheaper than those before.
pub struct Anytime<'t> {
    task: &'t Task,
    stage: Stage<'t>,
}

enum Stage<'t> {
    First(Box<Greedy<'t>>),
    /// The search, and its place among the weights.
    Improving(Box<AStar<'t>>, usize),
    /// There is no plan, or none is cheaper.
    Done,
}

impl<'t> Anytime<'t> {
    /// Prepares the stream.
    pub fn new(task: &'t Task) -> Self {
        let kinds = [HeuristicKind::Ff, HeuristicKind::Landmarks];
        let heuristics = kinds.map(|kind| kind.build(task, Costs::PlusOne)).into_iter().collect();
        Self { task, stage: Stage::First(Box::new(Greedy::new(task, heuristics, true))) }
    }

    /// Returns the next plan. After a limit it continues; exhausted, the last plan is a cheapest one, or there is none.
    ///
    /// # Panics
    /// If a search returned something that is no plan, which is an error of this program.
    pub fn next(&mut self, meter: &mut Meter) -> Ended<Plan> {
        let ended = match &mut self.stage {
            Stage::First(search) => drive(search.as_mut(), meter),
            Stage::Improving(search, _) => drive(search.as_mut(), meter),
            Stage::Done => Ended::Exhausted,
        };
        match &ended {
            Ended::Found(plan) => {
                check(self.task, plan).expect("searches only find plans");
                self.improve_on(plan.cost);
            }
            Ended::Exhausted => self.stage = Stage::Done,
            Ended::Stopped(_) => {}
        }
        ended
    }

    /// Begins the search for a plan that costs less, or goes on with the last one.
    fn improve_on(&mut self, cost: u64) {
        let place = match &mut self.stage {
            Stage::First(_) => 0,
            Stage::Improving(search, place) if *place + 1 == WEIGHTS.len() => {
                search.bound(cost);
                return;
            }
            Stage::Improving(_, place) => *place + 1,
            Stage::Done => return,
        };
        // The states of the search before are given back first.
        self.stage = Stage::Done;
        let mut search = AStar::new(self.task, HeuristicKind::Ff.build(self.task, Costs::Plain), WEIGHTS[place]);
        search.bound(cost);
        self.stage = Stage::Improving(Box::new(search), place);
    }
}
