//! Greedy best-first search with deferred evaluation and preferred operators. A state is evaluated by h_FF when it is
//! taken out, and its successors are queued under its estimate; those by preferred operators also in a second queue,
//! which is served more often while the search makes progress (Helmert 2006, section 6; Richter and Westphal 2010,
//! section 5).

use super::relaxation::FfHeuristic;
use super::state::{Link, State, StateSpace};
use super::successors::Successors;
use super::task::{Plan, Task};
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Number by which `turns` of the preferred queue is lowered at progress: the value of LAMA (Richter and Westphal 2010).
const BOOST: i64 = 1000;

/// Number that stands for the parent of the start.
const NOBODY: u32 = u32::MAX;

/// A successor that is not generated yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Successor {
    parent: u32,
    operator: u32,
}

/// Queue of successors by estimate, first in first out among those of one estimate.
#[derive(Debug, Default)]
struct Queue {
    by_estimate: BTreeMap<u32, VecDeque<Successor>>,
    /// Number of successors taken out, less the boosts; the queue with the lower number is served next.
    turns: i64,
}

impl Queue {
    /// Claims and reserves memory for `more` successors of one estimate.
    fn reserve(&mut self, estimate: u32, more: usize, held: &mut Held, meter: &Meter) -> Result<(), Stop> {
        if more == 0 {
            return Ok(());
        }
        let list = self.by_estimate.entry(estimate).or_default();
        let (before, needed) = (list.capacity(), list.len() + more);
        if needed > before {
            let capacity = needed.max(before + before / 2);
            held.grow(capacity * size_of::<Successor>(), meter)?;
            list.reserve_exact(capacity - list.len());
            held.shrink(before * size_of::<Successor>());
        }
        Ok(())
    }

    fn push(&mut self, estimate: u32, parent: u32, operators: &[u32]) {
        if operators.is_empty() {
            return;
        }
        let successors = operators.iter().map(|&operator| Successor { parent, operator });
        self.by_estimate.entry(estimate).or_default().extend(successors);
    }

    /// Returns the oldest successor of the lowest estimate; `None` if the queue is empty.
    fn peek(&self) -> Option<Successor> {
        self.by_estimate.values().find_map(|list| list.front()).copied()
    }

    /// Removes the successor that [`Self::peek`] returns.
    fn pop(&mut self, held: &mut Held) {
        self.turns += 1;
        while let Some(mut first) = self.by_estimate.first_entry() {
            let is_popped = first.get_mut().pop_front().is_some();
            if first.get().is_empty() {
                held.shrink(first.remove().capacity() * size_of::<Successor>());
            }
            if is_popped {
                return;
            }
        }
    }
}

/// Greedy best-first search for a plan of a task.
#[derive(Debug)]
pub struct GreedySearch<'t> {
    space: StateSpace<'t>,
    heuristic: FfHeuristic,
    /// All successors, then those by preferred operators.
    queues: [Queue; 2],
    is_started: bool,
    progress: Progress,
    state: State,
    applicable: Vec<u32>,
    /// Number of the goal state, once it is reached.
    goal: Option<u32>,
}

impl<'t> GreedySearch<'t> {
    /// Prepares the search.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(task: &'t Task, meter: &Meter) -> Result<Self, Stop> {
        Ok(Self {
            heuristic: FfHeuristic::new(task, meter)?,
            space: StateSpace::new(task, Arc::new(Successors::new(task))),
            queues: Default::default(),
            is_started: false,
            progress: Progress::default(),
            state: State::of(task, &task.init),
            applicable: Vec::new(),
            goal: None,
        })
    }

    /// Queues the start, in the first step.
    fn start(&mut self, meter: &Meter) -> Result<(), Stop> {
        if !self.is_started {
            self.queues[0].reserve(0, 1, &mut self.space.held, meter)?;
            self.queues[0].push(0, NOBODY, &[0]);
            self.is_started = true;
        }
        Ok(())
    }

    /// Returns the queue to serve next, with its first successor. At a tie the preferred operators go first.
    fn next(&self) -> Option<(usize, Successor)> {
        let first = |number: usize| self.queues[number].peek().map(|successor| (number, successor));
        [1, 0].into_iter().filter_map(first).min_by_key(|(number, _)| self.queues[*number].turns)
    }

    /// Generates a successor into `self.state`; returns its link to the parent.
    fn generate(&mut self, next: Successor) -> Link {
        let task = self.space.task;
        if next.parent == NOBODY {
            self.state = State::of(task, &task.init);
            return Link::START;
        }
        self.space.load(next.parent, &mut self.state);
        self.state.apply(&task.operators[next.operator as usize]);
        self.space.link(next.parent, next.operator)
    }

    /// Lets the preferred queue be served more often after a new best estimate.
    fn note_progress(&mut self, estimate: u32) {
        if self.progress.best_estimate.is_none_or(|best| estimate < best) {
            self.progress.best_estimate = Some(estimate);
            self.queues[1].turns -= BOOST;
        }
    }
}

impl Search for GreedySearch<'_> {
    type Solution = Plan;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Plan>, Stop> {
        if let Some(goal) = self.goal {
            return Ok(Status::Found(self.space.plan_to(goal)));
        }
        self.start(meter)?;
        // 1. Generate the next successor, which stays queued until all fallible work is done.
        let Some((queue, next)) = self.next() else { return Ok(Status::Exhausted) };
        let link = self.generate(next);
        if self.space.find(&self.state).is_some() {
            self.queues[queue].pop(&mut self.space.held);
            return Ok(Status::Running);
        }
        // 2. Evaluate it, and claim memory for its expansion.
        let is_goal = self.state.holds(&self.space.task.goal);
        let estimate = if is_goal { None } else { self.heuristic.evaluate(&self.state) };
        self.space.applicable(&self.state, &mut self.applicable);
        self.space.reserve(1, meter)?;
        if let Some(estimate) = estimate {
            let lengths = [self.applicable.len(), self.heuristic.preferred().len()];
            for (queue, more) in self.queues.iter_mut().zip(lengths) {
                queue.reserve(estimate, more, &mut self.space.held, meter)?;
            }
        }
        // A node may take many milliseconds on large tasks: the clock is read at each.
        meter.check()?;
        meter.tick(NodeKind::Plan)?;
        self.queues[queue].pop(&mut self.space.held);
        // 3. Store it.
        let id = self.space.insert(&self.state, link);
        self.progress.kept += 1;
        self.progress.expanded += 1;
        if is_goal {
            self.goal = Some(id);
            return Ok(Status::Found(self.space.plan_to(id)));
        }
        // 4. Queue its successors under its estimate, unless the goal cannot be reached from it.
        let Some(estimate) = estimate else {
            self.progress.pruned += 1;
            return Ok(Status::Running);
        };
        self.note_progress(estimate);
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
