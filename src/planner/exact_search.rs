//! Best-first search over the abstract states of the exact rungs.
//!
//! In comes an abstract task; out comes a plan with its pushes. States contained in one already seen are dropped.
//! Complete where the tables have no budget and no guide that drops states on suspicion; with a budget every plan found is
//! still real, and running dry proves nothing.

use super::late::realise;
use super::{Event, ExactPlan};
use crate::abstraction::{AbstractState, Counts, Exact, Label, Operator, PartId, StateId};
use crate::level::{Board, Position};
use crate::maze::AreaId;
use crate::run::{Kind, Meter, Progress, Search, Status, Stop};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Debug)]
struct Node {
    state: AbstractState,
    came: Option<(u32, Operator)>,
    cost: u32,
    /// Weighted estimate and cost.
    base: u32,
    bucket: u32,
}

/// Boxes of each area, and the area with the player: only such states can contain each other.
type Bucket = (AreaId, Counts);

/// What the search goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taste {
    /// How much a unit of the estimate weighs against an operator.
    pub weight: u32,
    /// How much each visit to states with the same numbers of boxes weighs against the next.
    pub weariness: u32,
}

/// The states of a bucket, and how often one was expanded.
#[derive(Debug)]
struct Visited {
    /// What the number of boxes in each area adds to the estimate; `None` where it cannot be solved.
    detour: Option<u32>,
    nodes: Vec<u32>,
    times: u32,
}

/// The search; see the module.
#[derive(Debug)]
pub struct ExactSearch<'a> {
    /// The task.
    pub exact: Exact<'a>,
    board: &'a Board,
    start: Position,
    nodes: Vec<Node>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    seen: FxHashSet<AbstractState>,
    buckets: IndexMap<Bucket, Visited, FxBuildHasher>,
    taste: Taste,
    /// Operators made, by label, in the order of [`Label::ALL`].
    pub labels: [u64; 4],
    /// What happened, where it is to be kept.
    pub events: Option<Vec<Event>>,
    progress: Progress,
}

impl<'a> ExactSearch<'a> {
    /// With how many of its bucket's states a new one is compared, the newest.
    const MOST_RIVALS: usize = 100;

    /// Nothing is worked out yet.
    pub fn new(exact: Exact<'a>, board: &'a Board, start: Position, taste: Taste) -> Self {
        Self {
            exact,
            board,
            start,
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            seen: FxHashSet::default(),
            buckets: IndexMap::default(),
            taste,
            labels: [0; 4],
            events: None,
            progress: Progress::default(),
        }
    }

    /// The active parts of all states met, each once, the shallowest first.
    pub fn active_parts(&self) -> Vec<(AreaId, PartId)> {
        let mut nodes: Vec<&Node> = self.nodes.iter().collect();
        nodes.sort_by_key(|node| node.cost);
        let parts: IndexSet<_> =
            nodes.iter().map(|node| (node.state.active, node.state.part(node.state.active))).collect();
        parts.into_iter().collect()
    }

    /// Keeps a state, unless one that contains it is known.
    fn add(&mut self, state: AbstractState, came: Option<(u32, Operator)>, meter: &mut Meter) -> Result<(), Stop> {
        let (from, way) = came.as_ref().map_or((0, None), |(from, by)| (*from as usize, Some(by.way)));
        if self.seen.contains(&state) {
            self.tell(|| Event::Contained { from, way, state: None });
            return Ok(());
        }
        let bucket: Bucket = (state.active, self.exact.counts(&state));
        let rivals = self.buckets.get(&bucket).map_or(&[][..], |visited| &visited.nodes);
        let (nodes, exact) = (&self.nodes, &mut self.exact);
        let rivals = &rivals[rivals.len().saturating_sub(Self::MOST_RIVALS)..];
        for &rival in rivals {
            if exact.is_contained(&state, &nodes[rival as usize].state, meter)? {
                self.progress.pruned += 1;
                self.tell(|| Event::Contained { from, way, state: Some(rival as usize) });
                return Ok(());
            }
        }
        meter.claim(400)?;
        let exact = &self.exact;
        let entry = self.buckets.entry(bucket);
        let Ok(place) = u32::try_from(entry.index()) else { return Err(Stop::MemoryLimit) };
        let counts = entry.key().1.clone();
        let visited = entry.or_insert_with(|| Visited { detour: exact.detour(&counts), nodes: Vec::new(), times: 0 });
        let Some(detour) = visited.detour else {
            self.progress.pruned += 1;
            return Ok(());
        };
        let Ok(number) = u32::try_from(self.nodes.len()) else { return Err(Stop::MemoryLimit) };
        let cost = came.as_ref().map_or(0, |(parent, _)| self.nodes[*parent as usize].cost + 1);
        let estimate = self.exact.estimate(&state).saturating_add(detour);
        self.progress.best_estimate = Some(self.progress.best_estimate.map_or(estimate, |best| best.min(estimate)));
        visited.nodes.push(number);
        let times = visited.times;
        let base = estimate.saturating_mul(self.taste.weight).saturating_add(cost);
        self.open.push(Reverse((base.saturating_add(self.weariness(times)), number)));
        let label = came.as_ref().map_or(Label::Deterministic, |(_, by)| by.label);
        self.tell(|| Event::Reached { state: number as usize, from, way, label, cost });
        self.seen.insert(state.clone());
        self.nodes.push(Node { state, came, cost, base, bucket: place });
        Ok(())
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    /// What a bucket costs that was visited so often: a deadlock that nobody sees has endless variants, all alike.
    const fn weariness(&self, times: u32) -> u32 {
        times.saturating_mul(self.taste.weariness)
    }

    /// The node whose turn it is, with its place in the queue brought up to date first.
    fn next(&mut self) -> Option<u32> {
        loop {
            let &Reverse((was, number)) = self.open.peek()?;
            let node = &self.nodes[number as usize];
            let now = node.base.saturating_add(self.weariness(self.buckets[node.bucket as usize].times));
            if now <= was {
                return Some(number);
            }
            if let Some(mut top) = self.open.peek_mut() {
                *top = Reverse((now, number));
            }
        }
    }

    /// The states and operators that lead to a node.
    fn plan(&self, number: u32) -> (Vec<AbstractState>, Vec<&Operator>) {
        let mut states = vec![self.nodes[number as usize].state.clone()];
        let mut operators = Vec::new();
        let mut at = number;
        while let Some((parent, operator)) = &self.nodes[at as usize].came {
            operators.push(operator);
            at = *parent;
            states.push(self.nodes[at as usize].state.clone());
        }
        states.reverse();
        operators.reverse();
        (states, operators)
    }

    fn realised(&mut self, number: u32, meter: &mut Meter) -> Result<Option<ExactPlan>, Stop> {
        let (states, operators) = self.plan(number);
        let operators: Vec<Operator> = operators.into_iter().cloned().collect();
        let start = self.first_member(meter)?;
        let by_reference: Vec<&Operator> = operators.iter().collect();
        let stretches = realise(&mut self.exact, self.board, &states, &by_reference, start, meter)?;
        Ok(stretches.map(|stretches| ExactPlan { operators, states, stretches }))
    }

    fn first_member(&mut self, meter: &mut Meter) -> Result<StateId, Stop> {
        self.exact.local_start(&self.start, meter)
    }
}

impl Search for ExactSearch<'_> {
    type Solution = ExactPlan;

    fn initialise(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        if let Some(state) = self.exact.start(&self.start, meter)? {
            self.add(state, None, meter)?;
        }
        Ok(())
    }

    fn step(&mut self, meter: &mut Meter) -> Result<Status<ExactPlan>, Stop> {
        // 1. The state of the least estimate.
        let Some(number) = self.next() else { return Ok(Status::Exhausted) };
        let state = self.nodes[number as usize].state.clone();
        if self.exact.is_solved(&state) {
            let plan = self.realised(number, meter)?;
            self.open.pop();
            return Ok(plan.map_or(Status::Running, Status::Found));
        }
        // 2. What every operator leads to; the state stays in the queue until that is known.
        meter.tick(Kind::Plan)?;
        self.tell(|| Event::Expanded { state: number as usize });
        let successors = self.exact.successors(&state, meter)?;
        self.open.pop();
        self.buckets[self.nodes[number as usize].bucket as usize].times += 1;
        self.progress.expanded += 1;
        // 3. New ones wait in the queue.
        for (operator, next) in successors {
            self.progress.generated += 1;
            self.labels[operator.label as usize] += 1;
            self.add(next, Some((number, operator)), meter)?;
        }
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        self.exact.is_exact()
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.len() as u64, ..self.progress }
    }
}
