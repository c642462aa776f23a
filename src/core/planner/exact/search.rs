//! Best-first search over the abstract states of `sets`. Output: a plan with its pushes. States contained in a
//! known state are dropped. The search is complete if the tables have no budget and no pruning that drops states
//! without proof; with a budget every plan found is still real, but an exhausted search proves nothing.

use super::{ExactPlan, RoomGuide, TableBounds};
use crate::abstraction::{AbstractState, Counts, Exact, LabelCounts, Operator};
use crate::deadlock::RuleSet;
use crate::level::{Board, Position};
use crate::maze::{AreaId, Areas};
use crate::planner::{PlanningContext, Realisation};
use crate::push::Push;
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};
use hashbrown::HashTable;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::BuildHasher;
use std::iter::successors;

#[derive(Debug)]
struct Node {
    state: AbstractState,
    parent: Option<(u32, Operator)>,
    cost: u32,
    /// Estimate times its weight, plus cost.
    base: u32,
    bucket: u32,
}

/// The box counts of all areas, and the area with the player: only states with equal buckets can contain each other.
type Bucket = (AreaId, Counts);

/// The nodes of a bucket, and how many of them were expanded.
#[derive(Debug)]
struct Visited {
    /// Addition to the estimate for these box counts; `None` if they have no solution.
    detour: Option<u32>,
    nodes: Vec<u32>,
    times: u32,
}

fn hash_of(state: &AbstractState) -> u64 {
    FxBuildHasher.hash_one(state)
}

/// Best-first search for a plan on `sets`.
#[derive(Debug)]
pub struct ExactSearch<'a> {
    /// Tables of local states and the abstract operators made from them.
    pub exact: Exact<'a>,
    board: &'a Board,
    start: Position,
    /// Whether the start has been queued.
    is_begun: bool,
    /// Successors still to be added, the next one last: number of the parent node, operator, state.
    pending: Vec<(u32, Operator, AbstractState)>,
    held: Held,
    nodes: Vec<Node>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    /// Numbers of nodes, hashed by their states.
    seen: HashTable<u32>,
    buckets: IndexMap<Bucket, Visited, FxBuildHasher>,
    /// Penalty for each earlier expansion of a state with equal box counts in all areas.
    revisit_penalty: u32,
    /// Number of operators generated, by label (the certainty of an outcome).
    pub labels: LabelCounts,
    /// Plan of the solution; `None` before it is found.
    plan: Option<ExactPlan>,
    progress: Progress,
}

impl<'a> ExactSearch<'a> {
    /// Number of newest states of a bucket with which a new state is compared: with more, more are dropped, but slowly.
    const MOST_RIVALS: usize = 100;
    /// Factor of the estimated number of pushes; the number of operators so far has factor 1.
    const WEIGHT: u32 = 4;
    /// Estimated bytes of a node with its entries in the tables.
    const NODE_BYTES: usize = size_of::<Node>() + 64;

    /// Creates the search within size limits, with filling orders, push distances and deadlock rules as
    /// pruning.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn guided(
        context: &PlanningContext<'a>,
        start: &Position,
        bounds: &TableBounds,
        rules: &RuleSet,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let TableBounds { members, loose, packed, revisit_penalty, .. } = *bounds;
        let (maze, areas) = (context.maze, context.areas);
        let guide = RoomGuide::new(maze, areas, start, loose, packed, rules, meter)?;
        let exact = Exact::new(maze.board, areas, Some(members), Box::new(guide));
        Ok(Self::new(exact, maze.board, start.clone(), revisit_penalty))
    }

    /// Creates the search without computing anything yet.
    pub fn new(exact: Exact<'a>, board: &'a Board, start: Position, revisit_penalty: u32) -> Self {
        Self {
            exact,
            board,
            start,
            is_begun: false,
            pending: Vec::new(),
            held: Held::default(),
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            seen: HashTable::new(),
            buckets: IndexMap::default(),
            revisit_penalty,
            labels: LabelCounts::default(),
            plan: None,
            progress: Progress::default(),
        }
    }

    /// Removes the plan of the solution and returns its steps; `None` before it is found.
    pub fn take_steps(&mut self, areas: &Areas) -> Option<Vec<Realisation>> {
        self.plan.take().map(|plan| plan.steps(self.board, areas))
    }

    /// Adds a node, unless a known state contains its state or its box counts are lost. An error leaves all unchanged.
    fn add(&mut self, state: &AbstractState, parent: Option<&(u32, Operator)>, meter: &mut Meter) -> Result<(), Stop> {
        let hash = hash_of(state);
        if self.seen.find(hash, |&number| self.nodes[number as usize].state == *state).is_some() {
            return Ok(());
        }
        let bucket: Bucket = (state.active, self.exact.counts(state));
        let rivals = self.buckets.get(&bucket).map_or(&[][..], |visited| &visited.nodes);
        let (nodes, exact) = (&self.nodes, &mut self.exact);
        let rivals = &rivals[rivals.len().saturating_sub(Self::MOST_RIVALS)..];
        for &rival in rivals {
            if exact.is_contained(state, &nodes[rival as usize].state, meter)? {
                self.progress.pruned += 1;
                return Ok(());
            }
        }
        let apart = if state.parts.spilled() { size_of_val(&state.parts[..]) } else { 0 };
        self.held.grow(Self::NODE_BYTES + apart, meter)?;
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
        let cost = parent.map_or(0, |(parent, _)| self.nodes[*parent as usize].cost + 1);
        let estimate = self.exact.estimate(state).saturating_add(detour);
        self.progress.best_estimate = Some(self.progress.best_estimate.map_or(estimate, |best| best.min(estimate)));
        visited.nodes.push(number);
        let times = visited.times;
        let base = estimate.saturating_mul(Self::WEIGHT).saturating_add(cost);
        self.open.push(Reverse((base.saturating_add(self.penalty(times)), number)));
        let nodes = &self.nodes;
        self.seen.insert_unique(hash, number, |&number| hash_of(&nodes[number as usize].state));
        self.nodes.push(Node { state: state.clone(), parent: parent.cloned(), cost, base, bucket: place });
        Ok(())
    }

    fn begin(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        if !self.is_begun {
            if let Some(state) = self.exact.start(&self.start, meter)? {
                self.add(&state, None, meter)?;
            }
            self.is_begun = true;
        }
        Ok(())
    }

    fn add_pending(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        while let Some((from, operator, state)) = self.pending.pop() {
            let parent = (from, operator);
            if let Err(stop) = self.add(&state, Some(&parent), meter) {
                self.pending.push((parent.0, parent.1, state));
                return Err(stop);
            }
            self.progress.generated += 1;
            self.labels.add(parent.1.label, 1);
        }
        Ok(())
    }

    /// Returns the penalty of a bucket in which `times` nodes were expanded: a deadlock that no rule detects has many
    /// variants in one bucket.
    const fn penalty(&self, times: u32) -> u32 {
        times.saturating_mul(self.revisit_penalty)
    }

    /// Returns the queued node with the lowest key, with keys brought up to date; `None` if the queue is empty.
    fn next(&mut self) -> Option<u32> {
        loop {
            let &Reverse((was, number)) = self.open.peek()?;
            let node = &self.nodes[number as usize];
            let now = node.base.saturating_add(self.penalty(self.buckets[node.bucket as usize].times));
            if now <= was {
                return Some(number);
            }
            if let Some(mut top) = self.open.peek_mut() {
                *top = Reverse((now, number));
            }
        }
    }

    /// Returns the plan that leads to a node; `None` if no pushes carry it out.
    fn realised(&mut self, number: u32, meter: &mut Meter) -> Result<Option<ExactPlan>, Stop> {
        let Self { exact, board, start, nodes, .. } = self;
        let node = |number: u32| &nodes[number as usize];
        let back = successors(Some(node(number)), |last| last.parent.as_ref().map(|&(parent, _)| node(parent)));
        let back = back.map(|node| (&node.state, node.parent.as_ref().map(|(_, by)| by)));
        ExactPlan::along(back, exact, board, start, meter)
    }
}

impl Search for ExactSearch<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        // 1. The start, and the rest of a step that a limit interrupted.
        self.begin(meter)?;
        if !self.pending.is_empty() {
            self.add_pending(meter)?;
            return Ok(Status::Running);
        }
        // 2. The state with the smallest key.
        let Some(number) = self.next() else { return Ok(Status::Exhausted) };
        let state = self.nodes[number as usize].state.clone();
        if self.exact.is_solved(&state) {
            self.plan = self.realised(number, meter)?;
            self.open.pop();
            return Ok(self.plan.as_ref().map_or(Status::Running, |plan| Status::Found(plan.pushes())));
        }
        // 3. Its successors. The state stays in the queue until they are computed, as a limit may interrupt that.
        let successors = self.exact.successors(&state, meter)?;
        meter.tick(NodeKind::Plan)?;
        self.open.pop();
        self.buckets[self.nodes[number as usize].bucket as usize].times += 1;
        self.progress.expanded += 1;
        // 4. New ones are queued.
        self.pending.extend(successors.into_iter().rev().map(|(operator, next)| (number, operator, next)));
        self.add_pending(meter)?;
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        self.exact.is_exact()
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.len() as u64, ..self.progress }
    }
}
