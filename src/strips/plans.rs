//! Plans of a task: some plan, a cheapest one, and the k best in order of cost.
//!
//! The stream has no repeats. Two plans differ if their operators do; a plan ends at its first goal state, and visits no
//! state twice. The set of plans is split by the step at which they deviate from the plans returned so far (Yen 1971;
//! Lawler 1972), and each subset is searched by A* once it is the cheapest.

use super::astar::{AStar, PlanSet};
use super::greedy::GreedySearch;
use super::lm_cut::LmCut;
use super::state::State;
use super::successors::Successors;
use super::task::{Plan, Task, check};
use crate::run::{Ended, Held, Meter, Search, Stop, drive};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Finds some plan of a task by [`GreedySearch`], which is fast on large tasks and says nothing of the cost.
///
/// # Panics
/// If the search returned operators that are not a plan, which is an error of this program.
pub fn first_plan(task: &Task, meter: &mut Meter) -> Ended<Plan> {
    run(task, GreedySearch::new(task, meter), meter)
}

/// Finds a cheapest plan of a task by [`AStar`].
///
/// # Panics
/// If the search returned operators that are not a plan, which is an error of this program.
pub fn cheapest_plan(task: &Task, meter: &mut Meter) -> Ended<Plan> {
    run(task, AStar::new(task, meter), meter)
}

fn run(task: &Task, search: Result<impl Search<Solution = Plan>, Stop>, meter: &mut Meter) -> Ended<Plan> {
    let ended = search.map_or_else(Ended::Stopped, |mut search| drive(&mut search, meter));
    if let Ended::Found(plan) = &ended {
        check(task, plan).expect("searches only find plans");
    }
    ended
}

/// Plans that begin with the operators `prefix` and whose next operator is none of `forbidden`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Subset {
    prefix: Vec<usize>,
    forbidden: Vec<u32>,
}

/// Entry of the queue: a subset of the plans.
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
    /// Heuristic, built for the first search; `None` before that, and while the running search owns it.
    heuristic: Option<LmCut>,
    queue: BinaryHeap<Reverse<Entry>>,
    arrivals: u64,
    running: Option<(Entry, AStar<'t>)>,
    held: Held,
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
            running: None,
            held: Held::default(),
        }
    }

    /// Returns the next plan. After a limit a further call continues; once exhausted, no further plan exists.
    ///
    /// # Panics
    /// If a search returned operators that are not a plan, which is an error of this program.
    pub fn next(&mut self, meter: &mut Meter) -> Ended<Plan> {
        match self.advance(meter) {
            Ok(Some(plan)) => {
                check(self.task, &plan).expect("searches only find plans");
                Ended::Found(plan)
            }
            Ok(None) => Ended::Exhausted,
            Err(stop) => Ended::Stopped(stop),
        }
    }

    fn advance(&mut self, meter: &mut Meter) -> Result<Option<Plan>, Stop> {
        loop {
            // 1. A running search continues; its plan is queued.
            self.finish_running(meter)?;
            // 2. The cheapest subset, which is searched if its best plan is not known yet.
            let Some(Reverse(next)) = self.queue.peek() else { return Ok(None) };
            if next.is_open {
                self.begin(meter)?;
                continue;
            }
            // 3. Return its best plan, and split the rest of the subset by the deviation from it.
            let steps = next.best.len() - next.subset.prefix.len();
            let lists = 2 * next.best.len() * size_of::<usize>() + (next.subset.forbidden.len() + 1) * size_of::<u32>();
            self.held.grow(steps * (lists + 2 * size_of::<Entry>()), meter)?;
            let Some(Reverse(next)) = self.queue.pop() else { return Ok(None) };
            self.split(&next);
            return Ok(Some(Plan { operators: next.best, cost: next.cost }));
        }
    }

    fn begin(&mut self, meter: &Meter) -> Result<(), Stop> {
        let heuristic = match self.heuristic.take() {
            Some(heuristic) => heuristic,
            None => LmCut::new(self.task, meter)?,
        };
        let Some(Reverse(next)) = self.queue.pop() else { return Ok(()) };
        let plans = self.plans_of(&next.subset);
        self.running = Some((next, AStar::among(plans, self.task, Arc::clone(&self.successors), heuristic)));
        Ok(())
    }

    /// Returns the rests of the plans of a subset; states of the prefix are banned, so that no state is visited twice.
    fn plans_of(&self, subset: &Subset) -> PlanSet {
        let mut start = State::of(self.task, &self.task.init);
        let mut banned = Vec::with_capacity(subset.prefix.len());
        for &operator in &subset.prefix {
            banned.push(start.clone());
            start.apply(&self.task.operators[operator]);
        }
        PlanSet { start, banned, forbidden: subset.forbidden.clone() }
    }

    fn finish_running(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let Some((mut entry, mut search)) = self.running.take() else { return Ok(()) };
        let ended = drive(&mut search, meter);
        if let Ended::Stopped(stop) = ended {
            self.running = Some((entry, search));
            return Err(stop);
        }
        self.heuristic = Some(search.into_heuristic());
        if let Ended::Found(rest) = ended {
            entry.best = [&entry.subset.prefix[..], &rest.operators].concat();
            entry.cost = self.task.cost_of(&entry.best);
            entry.is_open = false;
            self.queue.push(Reverse(entry));
        }
        Ok(())
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
