//! Greedy best-first search, with deferred evaluation and preferred operators.
//!
//! Finds some plan of a task with one or more heuristics. A state is evaluated when it is taken out, and its successors
//! are queued under its estimates, in one queue for each heuristic; preferred operators have second queues, which are
//! served more often as long as there is progress (Helmert 2006, section 6; Richter and Westphal 2010, section 4).

use super::heuristic::{Heuristic, Visit};
use super::space::{Link, Space};
use super::state::State;
use super::successors::Successors;
use super::task::{Plan, Task};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// The turns that progress gives the preferred operators. Not tuned: the value of LAMA (Richter and Westphal 2010).
const BOOST: i64 = 1000;

/// A successor not generated yet: the parent's estimate, the order of arrival, parent and operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    estimate: u32,
    arrival: u64,
    parent: Option<u32>,
    operator: u32,
}

#[derive(Debug, Default)]
struct Queue {
    heap: BinaryHeap<Reverse<Waiting>>,
    /// The queue with the fewest turns is served next.
    turns: i64,
}

/// Greedy best-first search.
pub struct Greedy<'t> {
    space: Space<'t>,
    heuristics: Vec<Box<dyn Heuristic + 't>>,
    /// For each heuristic all successors, then those by preferred operators.
    queues: Vec<Queue>,
    use_preferred: bool,
    estimates: Vec<u32>,
    best: Vec<u32>,
    preferred: Vec<u32>,
    arrivals: u64,
    progress: Progress,
    state: State,
    applicable: Vec<u32>,
    found: Option<u32>,
}

impl<'t> Greedy<'t> {
    /// Prepares a search. With several heuristics it alternates between them.
    ///
    /// # Panics
    /// If there is no heuristic.
    pub fn new(task: &'t Task, heuristics: Vec<Box<dyn Heuristic + 't>>, use_preferred: bool) -> Self {
        assert!(!heuristics.is_empty(), "something must guide the search");
        let count = heuristics.len();
        let kept_bytes = heuristics.iter().map(|heuristic| heuristic.bytes_per_state()).sum();
        Self {
            space: Space::new(task, Arc::new(Successors::new(task)), kept_bytes),
            queues: (0..2 * count).map(|_| Queue::default()).collect(),
            use_preferred,
            estimates: Vec::new(),
            best: vec![u32::MAX; count],
            preferred: Vec::new(),
            heuristics,
            arrivals: 0,
            progress: Progress::default(),
            state: State::empty(task),
            applicable: Vec::new(),
            found: None,
        }
    }

    /// Queues the start, in the first step.
    fn start(&mut self, meter: &Meter) -> Result<(), Stop> {
        if self.arrivals == 0 {
            self.space.held.heap(&mut self.queues[0].heap, 1, meter)?;
            self.queues[0].heap.push(Reverse(Waiting { estimate: 0, arrival: 0, parent: None, operator: 0 }));
            self.arrivals = 1;
        }
        Ok(())
    }

    fn next_queue(&self) -> Option<usize> {
        let waiting = (0..self.queues.len()).filter(|&i| !self.queues[i].heap.is_empty());
        // At a tie the preferred operators go first.
        waiting.min_by_key(|&i| (self.queues[i].turns, i % 2 == 0, i))
    }

    fn take(&mut self, queue: usize) {
        self.queues[queue].heap.pop();
        self.queues[queue].turns += 1;
    }

    /// Generates the successor into `self.state`.
    fn make(&mut self, next: Waiting) -> Link {
        let task = self.space.task;
        let Some(parent) = next.parent else {
            self.state = State::of(task, &task.init);
            return Link::START;
        };
        self.space.table.load(parent, &mut self.state);
        self.state.apply(&task.operators[next.operator as usize]);
        self.space.link(parent, next.operator)
    }

    fn reserve(&mut self, meter: &Meter) -> Result<(), Stop> {
        self.space.reserve(1, meter)?;
        let more = self.applicable.len();
        let mut queues = self.queues.iter_mut().enumerate().filter(|(i, _)| self.use_preferred || i % 2 == 0);
        queues.try_for_each(|(_, queue)| self.space.held.heap(&mut queue.heap, more, meter))
    }

    /// Evaluates all heuristics; false if one of them proves that the goal cannot be reached.
    fn evaluate(&mut self, id: u32, parent: Option<u32>) -> bool {
        let visit = Visit { state: &self.state, id, parent };
        self.estimates.clear();
        self.preferred.clear();
        for heuristic in &mut self.heuristics {
            let Some(estimate) = heuristic.evaluate(visit) else {
                self.progress.pruned += 1;
                return false;
            };
            self.estimates.push(estimate);
            self.preferred.extend_from_slice(heuristic.preferred());
        }
        self.preferred.sort_unstable();
        self.preferred.dedup();
        self.note_progress();
        true
    }

    /// After a new best estimate, favours the preferred operators.
    fn note_progress(&mut self) {
        let mut improved = false;
        for (best, &estimate) in self.best.iter_mut().zip(&self.estimates) {
            improved |= estimate < *best;
            *best = estimate.min(*best);
        }
        if improved {
            self.queues.iter_mut().skip(1).step_by(2).for_each(|queue| queue.turns -= BOOST);
            self.progress.best_estimate = Some(self.best[0]);
        }
    }

    fn push_successors(&mut self, id: u32) {
        self.progress.generated += self.applicable.len() as u64;
        for index in 0..self.estimates.len() {
            let estimate = self.estimates[index];
            self.arrivals = push(&mut self.queues[2 * index], estimate, id, &self.applicable, self.arrivals);
            if self.use_preferred {
                self.arrivals = push(&mut self.queues[2 * index + 1], estimate, id, &self.preferred, self.arrivals);
            }
        }
    }
}

/// Queues successors; returns the next number of arrival.
fn push(queue: &mut Queue, estimate: u32, parent: u32, operators: &[u32], arrivals: u64) -> u64 {
    let waiting = operators.iter().zip(arrivals..);
    queue.heap.extend(
        waiting.map(|(&operator, arrival)| Reverse(Waiting { estimate, arrival, parent: Some(parent), operator })),
    );
    arrivals + operators.len() as u64
}

impl Search for Greedy<'_> {
    type Solution = Plan;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Plan>, Stop> {
        if let Some(goal) = self.found {
            return Ok(Status::Found(self.space.plan_to(goal)));
        }
        self.start(meter)?;
        // 1. Generate the next successor; it stays queued until everything that may fail is done.
        let Some(queue) = self.next_queue() else { return Ok(Status::Exhausted) };
        let Some(&Reverse(next)) = self.queues[queue].heap.peek() else { return Ok(Status::Exhausted) };
        let link = self.make(next);
        if self.space.table.find(&self.state).is_some() {
            self.take(queue);
            return Ok(Status::Running);
        }
        // 2. Claim what its expansion needs.
        self.space.applicable(&self.state, &mut self.applicable);
        self.reserve(meter)?;
        // A node may take many milliseconds on large tasks: the clock is read at each.
        meter.check()?;
        meter.tick(NodeKind::Plan)?;
        self.take(queue);
        // 3. Store it, and test for the goal.
        let id = self.space.insert(&self.state, link);
        (self.progress.expanded, self.progress.kept) = (self.progress.expanded + 1, self.progress.kept + 1);
        if self.space.is_goal(&self.state) {
            self.found = Some(id);
            return Ok(Status::Found(self.space.plan_to(id)));
        }
        // 4. Queue its successors under its estimate, unless the goal cannot be reached from it.
        if self.evaluate(id, next.parent) {
            self.push_successors(id);
        }
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        self.progress
    }
}
