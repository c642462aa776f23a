//! A* with LM-cut (Hart, Nilsson and Raphael 1968), for a cheapest plan. States reached more cheaply are reopened, since
//! LM-cut is not consistent. The search stops at the first plan; [`super::KBest`] finds more.

use super::lm_cut::LmCut;
use super::state::{Link, State, StateSpace};
use super::successors::Successors;
use super::task::{Plan, Task};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::sync::Arc;

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

/// Data of a state besides its link.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Estimate of the state; `None` if the goal cannot be reached from it.
    estimate: Option<u32>,
    is_closed: bool,
}

/// Plans that begin in a given state, visit no banned state, and do not begin with a forbidden operator.
#[derive(Clone, Debug)]
pub(super) struct PlanSet {
    pub start: State,
    /// States that must not be visited.
    pub banned: Vec<State>,
    /// Numbers of the operators with which a plan must not begin.
    pub forbidden: Vec<u32>,
}

/// A* for a cheapest plan of a task.
#[derive(Debug)]
pub struct AStar<'t> {
    space: StateSpace<'t>,
    heuristic: LmCut,
    plans: PlanSet,
    nodes: Vec<Node>,
    open: BinaryHeap<Open>,
    arrivals: u64,
    is_started: bool,
    progress: Progress,
    state: State,
    successor: State,
    applicable: Vec<u32>,
    /// Number of the state in expansion, of which `state` is a copy. `left` are the indices in `applicable` still to be
    /// applied.
    expanded: u32,
    left: Range<usize>,
}

impl<'t> AStar<'t> {
    /// Prepares the search.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(task: &'t Task, meter: &Meter) -> Result<Self, Stop> {
        let plans = PlanSet { start: State::of(task, &task.init), banned: Vec::new(), forbidden: Vec::new() };
        Ok(Self::among(plans, task, Arc::new(Successors::new(task)), LmCut::new(task, meter)?))
    }

    /// Prepares a search for a cheapest one of these plans.
    pub(super) fn among(plans: PlanSet, task: &'t Task, successors: Arc<Successors>, heuristic: LmCut) -> Self {
        Self {
            space: StateSpace::new(task, successors),
            heuristic,
            state: plans.start.clone(),
            successor: plans.start.clone(),
            plans,
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            arrivals: 0,
            is_started: false,
            progress: Progress::default(),
            applicable: Vec::new(),
            expanded: 0,
            left: 0..0,
        }
    }

    /// Ends the search, and returns the heuristic for another search.
    pub(super) fn into_heuristic(self) -> LmCut {
        self.heuristic
    }

    /// Inserts the start, in the first step. Banned states are closed at cost 0, so that no path to them is cheaper.
    fn start(&mut self, meter: &Meter) -> Result<(), Stop> {
        if !self.is_started {
            self.reserve(1 + self.plans.banned.len(), meter)?;
            for state in &self.plans.banned {
                self.space.insert(state, Link::START);
                self.nodes.push(Node { estimate: None, is_closed: true });
            }
            self.successor.copy_from(&self.plans.start);
            self.reach(Link::START);
            self.is_started = true;
        }
        Ok(())
    }

    fn reserve(&mut self, more: usize, meter: &Meter) -> Result<(), Stop> {
        self.space.reserve(more, meter)?;
        self.space.held.vec(&mut self.nodes, more, meter)?;
        self.space.held.heap(&mut self.open, more, meter)
    }

    /// Generates the successors of the state in expansion that were not generated yet.
    fn expand(&mut self, meter: &Meter) -> Result<(), Stop> {
        while !self.left.is_empty() {
            // On large tasks one estimate takes tens of milliseconds.
            meter.check()?;
            let operator = self.applicable[self.left.start];
            self.left.start += 1;
            self.successor.copy_from(&self.state);
            self.successor.apply(&self.space.task.operators[operator as usize]);
            self.reach(self.space.link(self.expanded, operator));
        }
        Ok(())
    }

    /// Adds `self.successor` with this link if the state is new; replaces the link of a state by a cheaper one.
    fn reach(&mut self, link: Link) {
        match self.space.find(&self.successor) {
            None => {
                let id = self.space.insert(&self.successor, link);
                let estimate = self.heuristic.evaluate(&self.successor);
                self.nodes.push(Node { estimate, is_closed: false });
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
        self.start(meter)?;
        self.expand(meter)?;
        // 1. The state of lowest total; a state reached more cheaply since is skipped.
        let Some(&next) = self.open.peek() else { return Ok(Status::Exhausted) };
        if next.cost > self.space.links[next.id as usize].cost || self.nodes[next.id as usize].is_closed {
            self.open.pop();
            return Ok(Status::Running);
        }
        // 2. Goal test. The state stays on the frontier, so that a repeated step has an equal result.
        self.space.load(next.id, &mut self.state);
        if self.state.holds(&self.space.task.goal) {
            return Ok(Status::Found(self.space.plan_to(next.id)));
        }
        // 3. Claim memory for its expansion.
        self.space.applicable(&self.state, &mut self.applicable);
        if self.space.links[next.id as usize].parent.is_none() {
            self.applicable.retain(|operator| !self.plans.forbidden.contains(operator));
        }
        self.reserve(self.applicable.len(), meter)?;
        meter.tick(NodeKind::Plan)?;
        self.open.pop();
        // 4. Expand it; after a limit the next step completes the expansion first.
        self.nodes[next.id as usize].is_closed = true;
        let best = &mut self.progress.best_estimate;
        *best = Some(best.map_or(next.estimate.0, |b| b.min(next.estimate.0)));
        self.progress.expanded += 1;
        self.progress.generated += self.applicable.len() as u64;
        (self.expanded, self.left) = (next.id, 0..self.applicable.len());
        self.expand(meter)?;
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        self.progress
    }
}
