//! The k best plans, one after the other.
//!
//! The stream has no repeats, and is in order of cost if the heuristic is admissible. Two plans differ if their
//! operators do; a plan ends at its first goal state, and visits no state twice. The set of plans is split by the step
//! at which they deviate from the plans returned so far (Yen 1971; Lawler 1972), and each subset is searched by A* once
//! it is the cheapest.

use super::astar::{AStar, Restricted};
use super::check::check;
use super::heuristic::{Costs, Heuristic, HeuristicKind};
use super::state::State;
use super::successors::Successors;
use super::task::{Plan, Task};
use crate::run::{Ended, Held, Meter, Stop, drive};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Plans that begin with the operators `prefix` and whose next operator is none of `forbidden`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Subset {
    prefix: Vec<usize>,
    forbidden: Vec<u32>,
}

/// Entry of the queue: a subset of the plans.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    /// Cost of the cheapest plan of the subset, or a lower bound on it while `is_open`.
    cost: u64,
    /// Whether the cheapest plan is still unknown: at equal cost, subsets whose cheapest plan is known come first.
    is_open: bool,
    arrival: u64,
    subset: Subset,
    best: Vec<usize>,
}

/// Stream of the plans of a task, one after the other.
pub struct KBest<'t> {
    task: &'t Task,
    successors: Arc<Successors>,
    kind: HeuristicKind,
    /// Heuristic, built for the first search; `None` before that, and while the running search owns it.
    heuristic: Option<Box<dyn Heuristic + 't>>,
    weight: u32,
    queue: BinaryHeap<Reverse<Waiting>>,
    arrivals: u64,
    running: Option<(Waiting, AStar<'t>)>,
    held: Held,
}

impl<'t> KBest<'t> {
    /// Creates the stream of the plans of a task in order of cost.
    pub fn new(task: &'t Task) -> Self {
        Self::with(task, HeuristicKind::LmCut, 1)
    }

    /// Creates the stream with any heuristic and weight. If [`AStar`] is not optimal with these, plans are only roughly
    /// in order of cost.
    pub fn with(task: &'t Task, heuristic: HeuristicKind, weight: u32) -> Self {
        let all = Subset { prefix: Vec::new(), forbidden: Vec::new() };
        let first = Waiting { cost: 0, is_open: true, arrival: 0, subset: all, best: Vec::new() };
        Self {
            task,
            successors: Arc::new(Successors::new(task)),
            kind: heuristic,
            heuristic: None,
            weight,
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
            self.claim_split(meter)?;
            let Some(Reverse(next)) = self.queue.pop() else { return Ok(None) };
            self.split(&next);
            return Ok(Some(Plan { operators: next.best, cost: next.cost }));
        }
    }

    fn begin(&mut self, meter: &Meter) -> Result<(), Stop> {
        let heuristic = match self.heuristic.take() {
            Some(heuristic) => heuristic,
            None => self.kind.build(self.task, Costs::Plain, meter)?,
        };
        let Some(Reverse(next)) = self.queue.pop() else { return Ok(()) };
        let part = self.part(&next.subset);
        let search = AStar::within(self.task, Arc::clone(&self.successors), heuristic, self.weight, part);
        self.running = Some((next, search));
        Ok(())
    }

    /// Returns the restriction of A* to a subset; states of the prefix are banned, so that no state is visited twice.
    fn part(&self, subset: &Subset) -> Restricted {
        let mut start = State::of(self.task, &self.task.init);
        let mut banned = Vec::with_capacity(subset.prefix.len());
        for &operator in &subset.prefix {
            banned.push(start.clone());
            start.apply(&self.task.operators[operator]);
        }
        Restricted { start, banned, forbidden: subset.forbidden.clone() }
    }

    fn finish_running(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let Some((mut waiting, mut search)) = self.running.take() else { return Ok(()) };
        let ended = drive(&mut search, meter);
        if let Ended::Stopped(stop) = ended {
            self.running = Some((waiting, search));
            return Err(stop);
        }
        self.heuristic = Some(search.into_heuristic());
        if let Ended::Found(rest) = ended {
            waiting.best = [&waiting.subset.prefix[..], &rest.operators].concat();
            waiting.cost = self.task.cost_of(&waiting.best);
            waiting.is_open = false;
            self.queue.push(Reverse(waiting));
        }
        Ok(())
    }

    /// Claims the greatest number of bytes that the next split needs.
    fn claim_split(&mut self, meter: &Meter) -> Result<(), Stop> {
        let Some(Reverse(next)) = self.queue.peek() else { return Ok(()) };
        let steps = next.best.len() - next.subset.prefix.len();
        let lists = 2 * next.best.len() * size_of::<usize>() + (next.subset.forbidden.len() + 1) * size_of::<u32>();
        self.held.grow(steps * (lists + 2 * size_of::<Waiting>()), meter)
    }

    fn split(&mut self, found: &Waiting) {
        let shared = found.subset.prefix.len();
        for at in shared..found.best.len() {
            let mut forbidden = if at == shared { found.subset.forbidden.clone() } else { Vec::new() };
            forbidden.push(found.best[at] as u32);
            let subset = Subset { prefix: found.best[..at].to_vec(), forbidden };
            let arrival = self.arrivals;
            self.arrivals += 1;
            self.queue.push(Reverse(Waiting { cost: found.cost, is_open: true, arrival, subset, best: Vec::new() }));
        }
    }
}
