//! A* and weighted A*. With an admissible heuristic and weight one the plan found is a cheapest one, otherwise it costs
//! at most the weight times as much (Hart, Nilsson and Raphael 1968; Pohl 1970). States reached more cheaply are
//! reopened, so the heuristic need not be consistent. The search stops at the first plan; [`super::KBest`] finds more.

use super::heuristic::{Heuristic, Visit};
use super::space::{Link, Space};
use super::state::State;
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
    /// Cost plus weighted estimate, reversed: lowest first. Of equal totals the lower estimate is first, then the later
    /// entry.
    total: Reverse<u64>,
    estimate: Reverse<u32>,
    arrival: u64,
    id: u32,
    cost: u64,
}

/// Data of a state besides its link.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Estimate of the state; `None` if the goal cannot be reached from it.
    estimate: Option<u32>,
    closed: bool,
}

/// Plans that begin in a given state, visit no banned state, and do not begin with a forbidden operator.
#[derive(Clone, Debug)]
pub(super) struct Restricted {
    pub start: State,
    /// States that must not be visited.
    pub banned: Vec<State>,
    /// Numbers of the operators with which a plan must not begin.
    pub forbidden: Vec<u32>,
}

/// A* (weight one) or weighted A* for a plan of a task.
pub struct AStar<'t> {
    space: Space<'t>,
    heuristic: Box<dyn Heuristic + 't>,
    weight: u32,
    part: Restricted,
    known: Vec<Known>,
    open: BinaryHeap<Open>,
    arrivals: u64,
    started: bool,
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
    /// Prepares a search for a plan. A weight of zero makes it uniform-cost search.
    pub fn new(task: &'t Task, heuristic: Box<dyn Heuristic + 't>, weight: u32) -> Self {
        let part = Restricted { start: State::of(task, &task.init), banned: Vec::new(), forbidden: Vec::new() };
        Self::within(task, Arc::new(Successors::new(task)), heuristic, weight, part)
    }

    /// Prepares a search for a plan among the plans that `part` describes.
    pub(super) fn within(
        task: &'t Task,
        successors: Arc<Successors>,
        heuristic: Box<dyn Heuristic + 't>,
        weight: u32,
        part: Restricted,
    ) -> Self {
        Self {
            space: Space::new(task, successors, heuristic.bytes_per_state()),
            heuristic,
            weight,
            part,
            known: Vec::new(),
            open: BinaryHeap::new(),
            arrivals: 0,
            started: false,
            progress: Progress::default(),
            state: State::empty(task),
            successor: State::empty(task),
            applicable: Vec::new(),
            expanded: 0,
            left: 0..0,
        }
    }

    /// Returns whether the plan that the search finds is proved a cheapest one.
    pub fn is_optimal(&self) -> bool {
        self.weight == 0 || self.weight == 1 && self.heuristic.is_admissible()
    }

    /// Ends the search, and returns the heuristic for another search.
    pub(super) fn into_heuristic(self) -> Box<dyn Heuristic + 't> {
        self.heuristic
    }

    /// Inserts the start, in the first step.
    fn start(&mut self, meter: &Meter) -> Result<(), Stop> {
        if !self.started {
            self.reserve(1 + self.part.banned.len(), meter)?;
            self.ban();
            self.successor.clone_from(&self.part.start);
            self.reach(Link::START);
            self.started = true;
        }
        Ok(())
    }

    /// Marks banned states as expanded at cost 0, so that no path to them is ever cheaper.
    fn ban(&mut self) {
        for state in &self.part.banned {
            self.space.insert(state, Link::START);
            self.known.push(Known { estimate: None, closed: true });
        }
    }

    fn reserve(&mut self, more: usize, meter: &Meter) -> Result<(), Stop> {
        self.space.reserve(more, meter)?;
        self.space.held.vec(&mut self.known, more, meter)?;
        self.space.held.heap(&mut self.open, more, meter)
    }

    /// Generates the successors of the state in expansion that were not generated yet.
    fn expand(&mut self, meter: &Meter) -> Result<(), Stop> {
        while !self.left.is_empty() {
            // On large tasks one estimate takes tens of milliseconds.
            meter.check()?;
            let operator = self.applicable[self.left.start];
            self.left.start += 1;
            self.successor.clone_from(&self.state);
            self.successor.apply(&self.space.task.operators[operator as usize]);
            self.reach(self.space.link(self.expanded, operator));
        }
        Ok(())
    }

    /// Adds `self.successor` with this link if the state is new; replaces the link of a known state by a cheaper one.
    fn reach(&mut self, link: Link) {
        match self.space.table.find(&self.successor) {
            None => self.add(link),
            Some(id) if link.cost < self.space.links[id as usize].cost => {
                self.space.links[id as usize] = link;
                self.known[id as usize].closed = false;
                self.push(id);
            }
            Some(_) => {}
        }
    }

    fn add(&mut self, link: Link) {
        let id = self.space.insert(&self.successor, link);
        let estimate = self.heuristic.evaluate(Visit { state: &self.successor, id, parent: link.parent });
        self.known.push(Known { estimate, closed: false });
        self.progress.kept += 1;
        self.progress.pruned += u64::from(estimate.is_none());
        self.push(id);
    }

    fn push(&mut self, id: u32) {
        let Some(estimate) = self.known[id as usize].estimate else { return };
        let cost = self.space.links[id as usize].cost;
        let total = cost.saturating_add(u64::from(self.weight) * u64::from(estimate));
        let (total, estimate) = (Reverse(total), Reverse(estimate));
        self.open.push(Open { total, estimate, arrival: self.arrivals, id, cost });
        self.arrivals += 1;
    }

    fn is_outdated(&self, open: Open) -> bool {
        open.cost > self.space.links[open.id as usize].cost || self.known[open.id as usize].closed
    }
}

impl Search for AStar<'_> {
    type Solution = Plan;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Plan>, Stop> {
        self.start(meter)?;
        self.expand(meter)?;
        // 1. The state of lowest total; a state reached more cheaply since is skipped.
        let Some(&next) = self.open.peek() else { return Ok(Status::Exhausted) };
        if self.is_outdated(next) {
            self.open.pop();
            return Ok(Status::Running);
        }
        // 2. Goal test. The state stays on the frontier, so that a repeated step has an equal result.
        self.space.table.load(next.id, &mut self.state);
        if self.space.is_goal(&self.state) {
            return Ok(Status::Found(self.space.plan_to(next.id)));
        }
        // 3. Claim memory for its expansion.
        self.space.applicable(&self.state, &mut self.applicable);
        if self.space.links[next.id as usize].parent.is_none() {
            self.applicable.retain(|operator| !self.part.forbidden.contains(operator));
        }
        self.reserve(self.applicable.len(), meter)?;
        meter.tick(NodeKind::Plan)?;
        self.open.pop();
        // 4. Expand it; after a limit the next step completes the expansion first.
        self.known[next.id as usize].closed = true;
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
