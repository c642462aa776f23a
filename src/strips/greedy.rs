//! Greedy best-first search with deferred evaluation and preferred operators. A state is evaluated by h_FF when it is taken out,
//! and its successors are queued under its estimate. Successors by preferred operators are queued a second time, in a queue that is
//! served more often while the search makes progress (Helmert 2006, section 6; Richter and Westphal 2010, section 5).

use super::relaxation::FfHeuristic;
use super::state::{Link, StateSpace, Successors, TaskState};
use super::task::{Plan, Task};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// At progress, `turns` of the preferred queue is lowered by this number: the value of LAMA (Richter and Westphal 2010).
const BOOST: i64 = 1000;

const NO_PARENT: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Successor {
    parent: u32,
    operator: u32,
}

/// Queue of successors by estimate; first in, first out for equal estimates.
#[derive(Debug, Default)]
struct Queue {
    by_estimate: BTreeMap<u32, VecDeque<Successor>>,
    /// Number of successors taken out, less the boosts; the queue with the lower number is served next.
    turns: i64,
}

impl Queue {
    fn push(&mut self, estimate: u32, parent: u32, operators: &[u32]) {
        if operators.is_empty() {
            return;
        }
        let successors = operators.iter().map(|&operator| Successor { parent, operator });
        self.by_estimate.entry(estimate).or_default().extend(successors);
    }

    /// Removes and returns the oldest successor of the lowest estimate; `None` if the queue is empty.
    fn pop(&mut self) -> Option<Successor> {
        let mut first = self.by_estimate.first_entry()?;
        let successor = first.get_mut().pop_front();
        if first.get().is_empty() {
            first.remove();
        }
        self.turns += 1;
        successor
    }
}

/// Greedy best-first search for a plan of a task.
#[derive(Debug)]
pub(super) struct GreedySearch<'t> {
    space: StateSpace<'t>,
    heuristic: FfHeuristic,
    /// All successors, then the successors by preferred operators.
    queues: [Queue; 2],
    progress: Progress,
    state: TaskState,
    applicable: Vec<u32>,
}

impl<'t> GreedySearch<'t> {
    pub(super) fn new(task: &'t Task) -> Self {
        let mut queues = <[Queue; 2]>::default();
        queues[0].push(0, NO_PARENT, &[0]);
        Self {
            heuristic: FfHeuristic::new(task),
            space: StateSpace::new(task, Arc::new(Successors::new(task))),
            queues,
            progress: Progress::default(),
            state: TaskState::of(task, &task.init),
            applicable: Vec::new(),
        }
    }

    /// Removes and returns the next successor. At a tie of turns the preferred operators go first.
    fn next(&mut self) -> Option<Successor> {
        let [all, preferred] = &mut self.queues;
        let is_preferred =
            !preferred.by_estimate.is_empty() && (all.by_estimate.is_empty() || preferred.turns <= all.turns);
        if is_preferred { preferred.pop() } else { all.pop() }
    }

    /// Generates a successor into `self.state`; returns its link to the parent.
    fn generate(&mut self, next: Successor) -> Link {
        let task = self.space.task;
        if next.parent == NO_PARENT {
            self.state = TaskState::of(task, &task.init);
            return Link::START;
        }
        self.space.load(next.parent, &mut self.state);
        self.state.apply(&task.operators[next.operator as usize]);
        self.space.link(next.parent, next.operator)
    }
}

impl Search for GreedySearch<'_> {
    type Solution = Plan;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Plan>, Stop> {
        // 1. Take a successor from one of the queues, and generate its state.
        let Some(next) = self.next() else { return Ok(Status::Exhausted) };
        let link = self.generate(next);
        if self.space.find(&self.state).is_some() {
            return Ok(Status::Running);
        }
        // 2. Store a new state; it may satisfy the goal.
        meter.count(NodeKind::Plan);
        let id = self.space.insert(&self.state, link);
        self.progress.kept += 1;
        self.progress.expanded += 1;
        if self.state.holds(&self.space.task.goal) {
            return Ok(Status::Found(self.space.plan_to(id)));
        }
        // 3. Evaluate it; without an estimate the goal cannot be reached. Progress favours preferred operators.
        let Some(estimate) = self.heuristic.evaluate(&self.state) else {
            self.progress.pruned += 1;
            return Ok(Status::Running);
        };
        if self.progress.best_estimate.is_none_or(|best| estimate < best) {
            self.progress.best_estimate = Some(estimate);
            self.queues[1].turns -= BOOST;
        }
        // 4. Queue its successors under its estimate.
        self.space.successors.applicable(&self.state, &mut self.applicable);
        self.progress.generated += self.applicable.len() as u64;
        self.queues[0].push(estimate, id, &self.applicable);
        self.queues[1].push(estimate, id, self.heuristic.preferred());
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        self.progress
    }
}
