//! Best-first search over abstract states. Output: a plan with its pushes. States contained in a known state are
//! dropped. The search is complete if the tables have no budget and no pruning that drops states without proof. With a budget every
//! plan found is still real, but an exhausted search is no proof.

use super::plan::{ExactPlan, realise};
use super::pruning::{AreaCounts, RoomGuide, TableBounds};
use super::task::{AbstractState, Exact, Operator};
use crate::abstraction::LabelCounts;
use crate::deadlock::RuleSet;
use crate::level::{Board, Position};
use crate::maze::{AreaId, Areas};
use crate::packing::PackingPlan;
use crate::planner::{PlanningContext, StepResult};
use crate::push::Push;
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop, count32};
use hashbrown::HashTable;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::BuildHasher;
use std::iter::successors;

#[derive(Debug)]
struct AbstractNode {
    state: AbstractState,
    parent: Option<(u32, Operator)>,
    cost: u32,
    /// Estimate times its weight, plus cost.
    base: u32,
    bucket: u32,
}

/// The box counts of all areas, and the area with the player: only states with equal buckets can contain each other.
type Bucket = (AreaId, AreaCounts);

#[derive(Debug)]
struct VisitedStates {
    /// Addition to the estimate for these box counts; `None` if they have no solution.
    detour: Option<u32>,
    nodes: Vec<u32>,
    times: u32,
}

fn hash_of(state: &AbstractState) -> u64 {
    FxBuildHasher.hash_one(state)
}

/// Best-first search for a plan on local states.
#[derive(Debug)]
pub struct ExactSearch<'a> {
    /// Tables of local states and the abstract operators made from them.
    pub exact: Exact<'a>,
    board: &'a Board,
    bounds: Option<TableBounds>,
    start: Position,
    nodes: Vec<AbstractNode>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    seen: HashTable<u32>,
    buckets: IndexMap<Bucket, VisitedStates, FxBuildHasher>,
    /// Number of operators generated, by label (the certainty of an outcome).
    pub labels: LabelCounts,
    plan: Option<ExactPlan>,
    progress: Progress,
}

impl<'a> ExactSearch<'a> {
    /// Maximum number of states that a new state is compared with, the newest of a bucket; more would be slow.
    const MOST_RIVALS: usize = 100;
    /// Penalty in the queue for each earlier expansion of a state with equal box counts in all areas.
    const REVISIT_PENALTY: u32 = 50;
    /// Factor of the estimated number of pushes; the number of operators so far has factor 1.
    const WEIGHT: u32 = 4;

    /// Creates the search within size limits, pruned by the filling order of a packing plan, push distances and deadlock rules.
    pub fn guided(
        context: &PlanningContext<'a>,
        start: &Position,
        plan: Option<&PackingPlan>,
        bounds: &TableBounds,
        rules: &RuleSet,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let (maze, areas) = (context.maze, context.areas);
        let guide = RoomGuide::new(maze, areas, start, plan, bounds.loose, rules, meter)?;
        let exact = Exact::new(maze.board, areas, Some(bounds.members), Box::new(guide));
        Ok(Self { bounds: Some(*bounds), ..Self::new(exact, maze.board, start.clone(), meter)? })
    }

    /// Creates the search with the start as queued node.
    pub fn new(mut exact: Exact<'a>, board: &'a Board, start: Position, meter: &mut Meter) -> Result<Self, Stop> {
        let first = exact.start(&start, meter)?;
        let mut search = Self {
            exact,
            board,
            bounds: None,
            start,
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            seen: HashTable::new(),
            buckets: IndexMap::default(),
            labels: LabelCounts::default(),
            plan: None,
            progress: Progress::default(),
        };
        if let Some(first) = first {
            search.add(first, None);
        }
        Ok(search)
    }

    /// Returns the steps of the solution; `None` before it is found.
    pub fn attempts(&self, areas: &Areas) -> Option<Vec<StepResult>> {
        self.plan.as_ref().map(|plan| plan.attempts(self.board, areas))
    }

    /// True if the tables have more local states than the bounds allow: then the search is over.
    fn has_outgrown(&self) -> bool {
        let states = || self.exact.tables.iter().map(|table| table.len() as u64).sum::<u64>();
        self.bounds.and_then(|bounds| bounds.most_states(self.progress.expanded)).is_some_and(|most| states() > most)
    }

    fn add(&mut self, state: AbstractState, parent: Option<(u32, Operator)>) {
        let hash = hash_of(&state);
        if self.seen.find(hash, |&number| self.nodes[number as usize].state == state).is_some() {
            return;
        }
        let bucket: Bucket = (state.active, self.exact.counts(&state));
        let rivals = self.buckets.get(&bucket).map_or(&[][..], |visited| &visited.nodes);
        let mut rivals = rivals[rivals.len().saturating_sub(Self::MOST_RIVALS)..].iter();
        let (nodes, exact) = (&self.nodes, &mut self.exact);
        // A set of states inside another leads nowhere that the other does not.
        if rivals.any(|&rival| exact.is_contained(&state, &nodes[rival as usize].state)) {
            self.progress.pruned += 1;
            return;
        }
        let exact = &self.exact;
        let entry = self.buckets.entry(bucket);
        let place = count32(entry.index());
        let counts = entry.key().1.clone();
        let visited = entry.or_insert_with(|| VisitedStates {
            detour: exact.pruning.detour(&counts),
            nodes: Vec::new(),
            times: 0,
        });
        // No assignment of boxes to goals gives each area its count: all states with these counts are lost.
        let Some(detour) = visited.detour else {
            self.progress.pruned += 1;
            return;
        };
        let number = count32(self.nodes.len());
        let cost = parent.as_ref().map_or(0, |&(parent, _)| self.nodes[parent as usize].cost + 1);
        let estimate = self.exact.estimate(&state).saturating_add(detour);
        self.progress.estimated(estimate);
        visited.nodes.push(number);
        let times = visited.times;
        let base = estimate.saturating_mul(Self::WEIGHT).saturating_add(cost);
        self.open.push(Reverse((base.saturating_add(Self::penalty(times)), number)));
        let nodes = &self.nodes;
        self.seen.insert_unique(hash, number, |&number| hash_of(&nodes[number as usize].state));
        self.nodes.push(AbstractNode { state, parent, cost, base, bucket: place });
    }

    /// Penalises a bucket: a deadlock that no rule detects has many variants in one.
    const fn penalty(times: u32) -> u32 {
        times.saturating_mul(Self::REVISIT_PENALTY)
    }

    /// Takes the node with the lowest key, with keys brought up to date.
    fn next(&mut self) -> Option<u32> {
        loop {
            // The key of a node rises while it waits, since other states with its box counts are expanded.
            let Reverse((was, number)) = self.open.pop()?;
            let node = &self.nodes[number as usize];
            let now = node.base.saturating_add(Self::penalty(self.buckets[node.bucket as usize].times));
            // It is still the first: keys only rise, so no other node has become cheaper.
            if now <= was {
                return Some(number);
            }
            self.open.push(Reverse((now, number)));
        }
    }

    fn realised(&mut self, number: u32, meter: &mut Meter) -> Result<Option<ExactPlan>, Stop> {
        let Self { exact, board, start, nodes, .. } = self;
        let node = |number: u32| &nodes[number as usize];
        let before = |last: &&AbstractNode| last.parent.as_ref().map(|&(parent, _)| node(parent));
        let mut path: Vec<&AbstractNode> = successors(Some(node(number)), before).collect();
        path.reverse();
        let states: Vec<AbstractState> = path.iter().map(|node| node.state.clone()).collect();
        let operators: Vec<Operator> = path.iter().filter_map(|node| Some(node.parent.as_ref()?.1.clone())).collect();
        let first = exact.local_start(start);
        let segments = realise(exact, board, &states, &operators, first, meter)?;
        Ok(segments.map(|segments| ExactPlan { operators, states, segments }))
    }
}

impl Search for ExactSearch<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        // 1. Take the abstract state with the lowest key.
        if self.has_outgrown() {
            return Ok(Status::Exhausted);
        }
        let Some(number) = self.next() else { return Ok(Status::Exhausted) };
        let state = self.nodes[number as usize].state.clone();
        // 2. If its areas may hold their goals, realise the plan backwards.
        if self.exact.is_solved(&state) {
            self.plan = self.realised(number, meter)?;
            return Ok(self.plan.as_ref().map_or(Status::Running, |plan| Status::Found(plan.pushes())));
        }
        meter.count(NodeKind::Plan);
        // 3. Generate its successors, and penalise its bucket.
        let successors = self.exact.successors(&state, meter)?;
        // States with equal counts mostly differ in what no rule sees; the next of them must wait for other counts.
        self.buckets[self.nodes[number as usize].bucket as usize].times += 1;
        self.progress.expanded += 1;
        self.progress.generated += successors.len() as u64;
        // 4. Open successors that no known state contains.
        for (operator, next) in successors {
            self.labels.add(operator.label, 1);
            self.add(next, Some((number, operator)));
        }
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        self.exact.is_exact() && !self.has_outgrown()
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.len() as u64, ..self.progress }
    }
}
