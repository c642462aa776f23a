//! Best-first search with deferred evaluation and preferred operators: greedy, or weighted A*. A state is evaluated
//! when it is taken out, and its successors are queued under its estimates, in one queue for each heuristic; preferred
//! operators have second queues, which are served more often while the search makes progress (Helmert 2006, section 6;
//! Richter and Westphal 2010, sections 4 and 5). With a weight, queues are ordered by the cost of the parent plus its
//! weighted estimate, and states reached more cheaply are expanded again.

use super::heuristic::{Heuristic, Visit};
use super::open_list::{OpenList, Waiting};
use super::space::{Link, Space};
use super::state::State;
use super::successors::Successors;
use super::task::{Plan, Task};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop};
use std::sync::Arc;

/// Number by which `turns` of preferred queues is lowered at progress: the value of LAMA (Richter and Westphal 2010).
const BOOST: i64 = 1000;

/// Number that stands for the parent of the start.
const NOBODY: u32 = u32::MAX;

#[derive(Debug, Default)]
struct Queue {
    list: OpenList,
    /// Number of entries taken from the queue, less the boosts of preferred queues; the lowest number is served next.
    turns: i64,
}

/// Whether the state of a successor is new to the search.
enum Arrival {
    /// A known state at no less cost than before, or a state whose cost is not below the cost bound.
    Known,
    New,
    /// A cheaper path to the known state with this number.
    Cheaper(u32),
}

/// Best-first search with deferred evaluation for a plan of a task.
pub struct Lazy<'t> {
    space: Space<'t>,
    heuristics: Vec<Box<dyn Heuristic + 't>>,
    /// For each heuristic the queue of all successors, then the queue of successors by preferred operators.
    queues: Vec<Queue>,
    use_preferred: bool,
    /// Weight of the estimate; `None` if queues are ordered only by estimates.
    weight: Option<u32>,
    /// Plans must cost less than this.
    bound: u64,
    estimates: Vec<u32>,
    best: Vec<u32>,
    preferred: Vec<u32>,
    started: bool,
    progress: Progress,
    state: State,
    applicable: Vec<u32>,
    found: Option<u32>,
}

impl<'t> Lazy<'t> {
    /// Prepares greedy search, which alternates between the heuristics.
    ///
    /// # Panics
    /// If `heuristics` is empty.
    pub fn greedy(task: &'t Task, heuristics: Vec<Box<dyn Heuristic + 't>>, use_preferred: bool) -> Self {
        assert!(!heuristics.is_empty(), "something must guide the search");
        let count = heuristics.len();
        let kept_bytes = heuristics.iter().map(|heuristic| heuristic.bytes_per_state()).sum();
        Self {
            space: Space::new(task, Arc::new(Successors::new(task)), kept_bytes),
            queues: (0..2 * count).map(|_| Queue::default()).collect(),
            use_preferred,
            weight: None,
            bound: u64::MAX,
            estimates: Vec::new(),
            best: vec![u32::MAX; count],
            preferred: Vec::new(),
            heuristics,
            started: false,
            progress: Progress::default(),
            state: State::empty(task),
            applicable: Vec::new(),
            found: None,
        }
    }

    /// Prepares weighted A* with this weight of the estimate.
    ///
    /// # Panics
    /// If `heuristics` is empty.
    pub fn weighted(
        task: &'t Task,
        heuristics: Vec<Box<dyn Heuristic + 't>>,
        use_preferred: bool,
        weight: u32,
    ) -> Self {
        Self { weight: Some(weight), ..Self::greedy(task, heuristics, use_preferred) }
    }

    /// Sets the cost that plans must be below. It may be lowered after a plan was found; the search then goes on.
    pub(super) const fn bound(&mut self, cost: u64) {
        self.bound = cost;
        self.found = None;
    }

    /// Queues the start, in the first step.
    fn start(&mut self, meter: &Meter) -> Result<(), Stop> {
        if !self.started {
            self.queues[0].list.reserve(1, &mut self.space.held, meter)?;
            self.queues[0].list.push(0, NOBODY, &[0]);
            self.started = true;
        }
        Ok(())
    }

    fn next_queue(&self) -> Option<usize> {
        let waiting = (0..self.queues.len()).filter(|&i| !self.queues[i].list.is_empty());
        // At a tie the preferred operators go first.
        waiting.min_by_key(|&i| (self.queues[i].turns, i % 2 == 0, i))
    }

    fn take(&mut self, queue: usize) {
        self.queues[queue].list.pop();
        self.queues[queue].turns += 1;
    }

    /// Generates a queued successor into `self.state`; returns its link to the parent.
    fn make(&mut self, next: Waiting) -> Link {
        let task = self.space.task;
        if next.parent == NOBODY {
            self.state = State::of(task, &task.init);
            return Link::START;
        }
        self.space.table.load(next.parent, &mut self.state);
        self.state.apply(&task.operators[next.operator as usize]);
        self.space.link(next.parent, next.operator)
    }

    fn arrival(&self, link: Link) -> Arrival {
        match self.space.table.find(&self.state) {
            _ if link.cost >= self.bound => Arrival::Known,
            None => Arrival::New,
            Some(id) if self.weight.is_some() && link.cost < self.space.links[id as usize].cost => Arrival::Cheaper(id),
            Some(_) => Arrival::Known,
        }
    }

    fn reserve(&mut self, meter: &Meter) -> Result<(), Stop> {
        self.space.reserve(1, meter)?;
        let more = self.applicable.len();
        let mut queues = self.queues.iter_mut().enumerate().filter(|(i, _)| self.use_preferred || i % 2 == 0);
        queues.try_for_each(|(_, queue)| queue.list.reserve(more, &mut self.space.held, meter))
    }

    /// Evaluates all heuristics for `self.state`; returns false if one of them proves that the goal cannot be reached.
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

    /// Lets the queues of preferred operators be served more often after a new best estimate.
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
        let cost = self.space.links[id as usize].cost;
        for (index, &estimate) in self.estimates.iter().enumerate() {
            let key = match self.weight {
                None => u64::from(estimate),
                Some(weight) => cost.saturating_add(u64::from(weight) * u64::from(estimate)),
            };
            self.queues[2 * index].list.push(key, id, &self.applicable);
            if self.use_preferred {
                self.queues[2 * index + 1].list.push(key, id, &self.preferred);
            }
        }
    }
}

impl Search for Lazy<'_> {
    type Solution = Plan;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Plan>, Stop> {
        if let Some(goal) = self.found {
            return Ok(Status::Found(self.space.plan_to(goal)));
        }
        self.start(meter)?;
        // 1. Generate the next successor, which stays queued until all fallible work is done.
        let Some(queue) = self.next_queue() else { return Ok(Status::Exhausted) };
        let Some(next) = self.queues[queue].list.peek() else { return Ok(Status::Exhausted) };
        let link = self.make(next);
        let arrival = self.arrival(link);
        if matches!(arrival, Arrival::Known) {
            self.take(queue);
            return Ok(Status::Running);
        }
        // 2. Claim memory for its expansion.
        self.space.applicable(&self.state, &mut self.applicable);
        self.reserve(meter)?;
        // A node may take many milliseconds on large tasks: the clock is read at each.
        meter.check()?;
        meter.tick(NodeKind::Plan)?;
        self.take(queue);
        // 3. Store it, and test for the goal.
        let id = match arrival {
            Arrival::Cheaper(id) => {
                self.space.links[id as usize] = link;
                id
            }
            _ => {
                self.progress.kept += 1;
                self.space.insert(&self.state, link)
            }
        };
        self.progress.expanded += 1;
        if self.space.is_goal(&self.state) {
            self.found = Some(id);
            return Ok(Status::Found(self.space.plan_to(id)));
        }
        // 4. Queue its successors under its estimate, unless the goal cannot be reached from it.
        if self.evaluate(id, link.parent) {
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
