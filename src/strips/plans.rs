//! Plans of a task: some plan, a cheapest one, and the k best in order of cost, without repeats. Two plans differ if
//! their operators do; a plan ends at its first goal state, and visits no state twice. The set of plans is split by the
//! step at which they deviate from the plans returned so far (Yen 1971; Lawler 1972), and each subset is searched by A*
//! once it is the cheapest.

use super::astar::{AStar, PlanSet};
use super::greedy::GreedySearch;
use super::lm_cut::LmCut;
use super::state::{Successors, TaskState};
use super::task::{Plan, Task, check};
use crate::run::{Meter, SearchEnd, drive};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Finds some plan by greedy best-first search: fast on large tasks, without any bound on the cost.
pub fn first_plan(task: &Task, meter: &mut Meter) -> SearchEnd<Plan> {
    let ended = drive(&mut GreedySearch::new(task), meter);
    if let SearchEnd::Found(plan) = &ended {
        check(task, plan).expect("searches only find plans");
    }
    ended
}

/// Finds a cheapest plan of a task by A* with LM-cut.
pub fn cheapest_plan(task: &Task, meter: &mut Meter) -> SearchEnd<Plan> {
    KBest::new(task).next(meter)
}

/// Plans that begin with the operators `prefix`, and continue with an operator outside `forbidden`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Subset {
    prefix: Vec<usize>,
    forbidden: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    /// Cost of the cheapest plan of the subset, or a lower bound on it while `is_open`.
    cost: u64,
    /// Whether the cheapest plan is still unknown: at equal cost, subsets whose cheapest plan is known come first.
    is_open: bool,
    arrival: u64,
    subset: Subset,
    best: Vec<usize>,
}

/// Stream of the plans of a task in order of cost.
#[derive(Debug)]
pub struct KBest<'t> {
    task: &'t Task,
    successors: Arc<Successors>,
    /// Heuristic of the last search; `None` before the first.
    heuristic: Option<LmCut>,
    queue: BinaryHeap<Reverse<Entry>>,
    arrivals: u64,
}

impl<'t> KBest<'t> {
    /// Creates the stream.
    pub fn new(task: &'t Task) -> Self {
        let all = Subset { prefix: Vec::new(), forbidden: Vec::new() };
        let first = Entry { cost: 0, is_open: true, arrival: 0, subset: all, best: Vec::new() };
        Self {
            task,
            successors: Arc::new(Successors::new(task)),
            heuristic: None,
            queue: BinaryHeap::from([Reverse(first)]),
            arrivals: 1,
        }
    }

    /// Returns the next plan; once exhausted, no further plan exists. After a limit the stream is over.
    pub fn next(&mut self, meter: &mut Meter) -> SearchEnd<Plan> {
        while let Some(Reverse(mut entry)) = self.queue.pop() {
            if !entry.is_open {
                self.split(&entry);
                let plan = Plan { operators: entry.best, cost: entry.cost };
                check(self.task, &plan).expect("searches only find plans");
                return SearchEnd::Found(plan);
            }
            let heuristic = self.heuristic.take().unwrap_or_else(|| LmCut::new(self.task));
            let plans = self.plans_of(&entry.subset);
            let mut search = AStar::new(plans, self.task, Arc::clone(&self.successors), heuristic);
            let ended = drive(&mut search, meter);
            self.heuristic = Some(search.heuristic);
            match ended {
                SearchEnd::Found(rest) => {
                    entry.best = [&entry.subset.prefix[..], &rest.operators].concat();
                    entry.cost = self.task.cost_of(&entry.best);
                    entry.is_open = false;
                    self.queue.push(Reverse(entry));
                }
                SearchEnd::Exhausted => {}
                SearchEnd::Stopped(stop) => return SearchEnd::Stopped(stop),
            }
        }
        SearchEnd::Exhausted
    }

    /// Returns the rests of the plans of a subset; states of the prefix are banned, so that no state is visited twice.
    fn plans_of(&self, subset: &Subset) -> PlanSet {
        let mut start = TaskState::of(self.task, &self.task.init);
        let mut banned = Vec::with_capacity(subset.prefix.len());
        for &operator in &subset.prefix {
            banned.push(start.clone());
            start.apply(&self.task.operators[operator]);
        }
        PlanSet { start, banned, forbidden: subset.forbidden.clone() }
    }

    fn split(&mut self, found: &Entry) {
        let shared = found.subset.prefix.len();
        for at in shared..found.best.len() {
            let mut forbidden = if at == shared { found.subset.forbidden.clone() } else { Vec::new() };
            forbidden.push(found.best[at] as u32);
            let subset = Subset { prefix: found.best[..at].to_vec(), forbidden };
            let arrival = self.arrivals;
            self.arrivals += 1;
            self.queue.push(Reverse(Entry { cost: found.cost, is_open: true, arrival, subset, best: Vec::new() }));
        }
    }
}
