//! A* with LM-cut (Hart, Nilsson and Raphael 1968), for a cheapest plan. States reached more cheaply are reopened, since
//! LM-cut is not consistent. The search stops at the first plan; [`super::KBest`] finds more.

use super::lm_cut::LmCut;
use super::state::{Link, StateSpace, Successors, TaskState};
use super::task::{Plan, Task};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
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

#[derive(Clone, Copy, Debug)]
struct PlanNode {
    /// Estimate of the state; `None` if the goal cannot be reached from it.
    estimate: Option<u32>,
    is_closed: bool,
}

/// Plans that begin in a given state, visit no banned state, and do not begin with a forbidden operator.
#[derive(Clone, Debug)]
pub(super) struct PlanSet {
    pub start: TaskState,
    pub banned: Vec<TaskState>,
    pub forbidden: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct AStar<'t> {
    space: StateSpace<'t>,
    /// For other searches of the task too.
    pub heuristic: LmCut,
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
    /// Prepares a search for a cheapest one of these plans. Banned states are closed at cost 0, so that no path to them
    /// is cheaper.
    pub(super) fn new(plans: PlanSet, task: &'t Task, successors: Arc<Successors>, heuristic: LmCut) -> Self {
        let mut search = Self {
            space: StateSpace::new(task, successors),
            heuristic,
            state: plans.start.clone(),
            successor: plans.start,
            forbidden: plans.forbidden,
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            arrivals: 0,
            progress: Progress::default(),
            applicable: Vec::new(),
        };
        for state in &plans.banned {
            search.space.insert(state, Link::START);
            search.nodes.push(PlanNode { estimate: None, is_closed: true });
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
            self.successor.copy_from(&self.state);
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
