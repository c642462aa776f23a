//! Plans of a task: some plan, a cheapest one, and the k best in order of cost, without repeats. Two plans differ if
//! their operators do; a plan ends at its first goal state, and visits no state twice. The set of plans is split by the
//! step at which they deviate from the plans returned so far (Yen 1971; Lawler 1972), and each subset is searched once it is the
//! cheapest, by A* with LM-cut (Hart, Nilsson and Raphael 1968).

use super::lm_cut::LmCut;
use super::relaxation::FfHeuristic;
use super::state::{Link, StateSpace, Successors, TaskState};
use super::task::{Plan, Task, check};
use crate::run::{Meter, NodeKind, Progress, Search, SearchEnd, Status, Stop, drive};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
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
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Subset {
    /// Cost of the cheapest plan of the subset, or a lower bound on it while `is_open`.
    cost: u64,
    /// Whether the cheapest plan is still unknown: at equal cost, subsets whose cheapest plan is known come first.
    is_open: bool,
    arrival: u64,
    prefix: Vec<usize>,
    forbidden: Vec<u32>,
    best: Vec<usize>,
}

/// Stream of the plans of a task in order of cost.
#[derive(Debug)]
pub struct KBest<'t> {
    task: &'t Task,
    successors: Arc<Successors>,
    /// Heuristic of the last search; `None` before the first.
    heuristic: Option<LmCut>,
    queue: BinaryHeap<Reverse<Subset>>,
    arrivals: u64,
}

impl<'t> KBest<'t> {
    /// Creates the stream.
    pub fn new(task: &'t Task) -> Self {
        let all = Subset { is_open: true, ..Subset::default() };
        Self {
            task,
            successors: Arc::new(Successors::new(task)),
            heuristic: None,
            queue: BinaryHeap::from([Reverse(all)]),
            arrivals: 1,
        }
    }

    /// Returns the next plan; once exhausted, no further plan exists. After a limit the stream is over.
    pub fn next(&mut self, meter: &mut Meter) -> SearchEnd<Plan> {
        while let Some(Reverse(mut subset)) = self.queue.pop() {
            if !subset.is_open {
                self.split(&subset);
                let plan = Plan { operators: subset.best, cost: subset.cost };
                check(self.task, &plan).expect("searches only find plans");
                return SearchEnd::Found(plan);
            }
            let heuristic = self.heuristic.take().unwrap_or_else(|| LmCut::new(self.task));
            let mut search = AStar::new(&subset, self.task, Arc::clone(&self.successors), heuristic);
            let ended = drive(&mut search, meter);
            self.heuristic = Some(search.heuristic);
            match ended {
                SearchEnd::Found(rest) => {
                    subset.best = [&subset.prefix[..], &rest.operators].concat();
                    subset.cost = self.task.cost_of(&subset.best);
                    subset.is_open = false;
                    self.queue.push(Reverse(subset));
                }
                SearchEnd::Exhausted => {}
                SearchEnd::Stopped(stop) => return SearchEnd::Stopped(stop),
            }
        }
        SearchEnd::Exhausted
    }

    fn split(&mut self, found: &Subset) {
        let shared = found.prefix.len();
        for at in shared..found.best.len() {
            let mut forbidden = if at == shared { found.forbidden.clone() } else { Vec::new() };
            forbidden.push(found.best[at] as u32);
            let (cost, arrival, prefix) = (found.cost, self.arrivals, found.best[..at].to_vec());
            self.queue.push(Reverse(Subset { cost, is_open: true, arrival, prefix, forbidden, best: Vec::new() }));
            self.arrivals += 1;
        }
    }
}

/// Entry of the open list; the greatest in this order is expanded next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    /// Cost plus estimate, reversed: lowest first. Of equal totals the lower estimate is first, then the later entry.
    total: Reverse<u64>,
    estimate: Reverse<u32>,
    arrival: u64,
    id: u32,
    cost: u64,
}

#[derive(Clone, Copy, Debug)]
struct PlanNode {
    /// Estimate of the state; `None` if the goal cannot be reached from it.
    estimate: Option<u32>,
    is_closed: bool,
}

/// A* for the rest of a cheapest plan of a subset. States reached more cheaply are reopened, since LM-cut is not consistent.
#[derive(Debug)]
struct AStar<'t> {
    space: StateSpace<'t>,
    heuristic: LmCut,
    forbidden: Vec<u32>,
    nodes: Vec<PlanNode>,
    open: BinaryHeap<Open>,
    arrivals: u64,
    progress: Progress,
    state: TaskState,
    successor: TaskState,
    applicable: Vec<u32>,
}

impl<'t> AStar<'t> {
    fn new(subset: &Subset, task: &'t Task, successors: Arc<Successors>, heuristic: LmCut) -> Self {
        let start = TaskState::of(task, &task.init);
        let mut search = Self {
            space: StateSpace::new(task, successors),
            heuristic,
            state: start.clone(),
            successor: start,
            forbidden: subset.forbidden.clone(),
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            arrivals: 0,
            progress: Progress::default(),
            applicable: Vec::new(),
        };
        // States of the prefix are closed at cost 0, so that no path to them is cheaper, and no state is visited twice.
        for &operator in &subset.prefix {
            search.space.insert(&search.successor, Link::START);
            search.nodes.push(PlanNode { estimate: None, is_closed: true });
            search.successor.apply(&task.operators[operator]);
        }
        search.reach(Link::START);
        search
    }

    /// Adds `self.successor` with this link if the state is new; replaces the link of a state by a cheaper one.
    fn reach(&mut self, link: Link) {
        match self.space.find(&self.successor) {
            None => {
                let id = self.space.insert(&self.successor, link);
                let estimate = self.heuristic.evaluate(&self.successor);
                self.nodes.push(PlanNode { estimate, is_closed: false });
                self.progress.kept += 1;
                self.progress.pruned += u64::from(estimate.is_none());
                self.push(id);
            }
            Some(id) if link.cost < self.space.links[id as usize].cost => {
                self.space.links[id as usize] = link;
                self.nodes[id as usize].is_closed = false;
                self.push(id);
            }
            Some(_) => {}
        }
    }

    fn push(&mut self, id: u32) {
        let Some(estimate) = self.nodes[id as usize].estimate else { return };
        let cost = self.space.links[id as usize].cost;
        let (total, estimate) = (Reverse(cost.saturating_add(u64::from(estimate))), Reverse(estimate));
        self.open.push(Open { total, estimate, arrival: self.arrivals, id, cost });
        self.arrivals += 1;
    }
}

impl Search for AStar<'_> {
    type Solution = Plan;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Plan>, Stop> {
        // 1. The state of lowest total; a state reached more cheaply since is skipped.
        let Some(next) = self.open.pop() else { return Ok(Status::Exhausted) };
        if next.cost > self.space.links[next.id as usize].cost || self.nodes[next.id as usize].is_closed {
            return Ok(Status::Running);
        }
        // 2. Goal test.
        self.space.load(next.id, &mut self.state);
        if self.state.holds(&self.space.task.goal) {
            return Ok(Status::Found(self.space.plan_to(next.id)));
        }
        // 3. Expansion.
        meter.count(NodeKind::Plan);
        self.space.successors.applicable(&self.state, &mut self.applicable);
        if self.space.links[next.id as usize].parent.is_none() {
            self.applicable.retain(|operator| !self.forbidden.contains(operator));
        }
        self.nodes[next.id as usize].is_closed = true;
        self.progress.estimated(next.estimate.0);
        self.progress.expanded += 1;
        self.progress.generated += self.applicable.len() as u64;
        for index in 0..self.applicable.len() {
            // On large tasks one estimate takes tens of milliseconds.
            meter.check()?;
            let operator = self.applicable[index];
            self.successor.0.clone_from(&self.state.0);
            self.successor.apply(&self.space.task.operators[operator as usize]);
            self.reach(self.space.link(next.id, operator));
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

/// Greedy best-first search with deferred evaluation and preferred operators. A state is evaluated by h_FF when it is taken out,
/// and its successors are queued under its estimate. Successors by preferred operators are queued a second time, in a queue that
/// is served more often while the search makes progress (Helmert 2006, section 6; Richter and Westphal 2010, section 5).
#[derive(Debug)]
struct GreedySearch<'t> {
    space: StateSpace<'t>,
    heuristic: FfHeuristic,
    /// All successors, then the successors by preferred operators.
    queues: [Queue; 2],
    progress: Progress,
    state: TaskState,
    applicable: Vec<u32>,
}

impl<'t> GreedySearch<'t> {
    fn new(task: &'t Task) -> Self {
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
