//! Best-first search over abstract states, and the plan on local states that it finds, with its pushes. States contained in a known
//! state are dropped. The search is complete if the tables have no budget and no pruning that drops states without proof. With a
//! budget every plan found is still real, but an exhausted search is no proof.
//!
//! A plan is realised backwards: in which local state an area was left is fixed only by the next crossing that uses it, so these
//! states are chosen backwards from the filled goals. Choosing them forwards loses plans, already on a board of 24 squares.

use super::pruning::{AreaCounts, RoomGuide, TableBounds};
use super::table::{PartId, StateId};
use super::task::{AbstractState, Exact, Operator, OperatorKind};
use crate::abstraction::{AreaEffect, BorderPush, Label, LabelCounts, LocalArea, each};
use crate::deadlock::RuleSet;
use crate::level::{Board, Position, Square};
use crate::maze::{AreaId, Areas};
use crate::packing::PackingPlan;
use crate::planner::{Act, PlanningContext, StepResult};
use crate::push::Push;
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop, count32};
use hashbrown::HashTable;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
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

/// A plan: operators between abstract states, and the pushes that carry them out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactPlan {
    /// Operators of the plan, first to last.
    pub operators: Vec<Operator>,
    /// Abstract states before, between and after the operators: one more than operators.
    pub states: Vec<AbstractState>,
    /// Pushes before the first operator, then the pushes of each operator: one entry more than operators.
    pub segments: Vec<Segment>,
}

impl ExactPlan {
    /// Returns all pushes of the plan, in order.
    pub fn pushes(&self) -> Vec<Push> {
        self.segments.iter().flat_map(|segment| segment.crossing.iter().chain(&segment.silent)).copied().collect()
    }

    /// Returns the plan as steps; a transfer has the label of the operator that takes its box over the first border.
    pub fn attempts(&self, board: &Board, areas: &Areas) -> Vec<StepResult> {
        let labels = std::iter::once(None).chain(self.operators.iter().map(|operator| Some(operator.label)));
        let mut pushes: Vec<(Push, Option<Label>)> = Vec::new();
        for (Segment { crossing, silent, .. }, label) in self.segments.iter().zip(labels) {
            pushes.extend(crossing.map(|push| (push, label)));
            pushes.extend(silent.iter().map(|&push| (push, None)));
        }
        StepResult::all(board, areas, Act::Event, &pushes)
    }
}

/// The pushes of one operator of a plan: over a border, then inside the area that the player is in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// Push over the border; `None` if the operator pushes no box over a border.
    pub crossing: Option<Push>,
    /// Area of the silent pushes.
    pub area: AreaId,
    /// Pushes inside the area, after the push over the border.
    pub silent: Vec<Push>,
}

/// Returns the pushes of a plan: first the pushes before the first operator, then one segment for each operator. `states` has one
/// more entry than `operators`. `None` only if the plan is not in the tables.
pub fn realise(
    exact: &mut Exact<'_>,
    board: &Board,
    states: &[AbstractState],
    operators: &[Operator],
    start: StateId,
    meter: &mut Meter,
) -> Result<Option<Vec<Segment>>, Stop> {
    // 1. At the end every area must hold exactly its goals.
    let filled = exact.tables.iter().zip(&states[operators.len()].parts).map(|(table, &part)| table.solved(part));
    let Some(mut wanted) = filled.collect::<Option<Vec<StateId>>>() else { return Ok(None) };
    let mut segments = Vec::with_capacity(operators.len() + 1);
    // 2. Backwards: each effect fixes the local states before it in its areas, and the silent pushes after it.
    for (operator, (before, after)) in operators.iter().zip(states.iter().zip(&states[1..])).rev() {
        let area = after.active;
        let crossing = match operator.kind {
            OperatorKind::Push(BorderPush { from, to, .. }) => push(board, from, to),
            OperatorKind::Walk(_) => None,
        };
        let mut segment = Segment { crossing, area, silent: Vec::new() };
        for &(area, effect) in &operator.effects {
            let member = &mut wanted[area.index()];
            let undone = undo(exact, area, before.part(area), effect, *member, meter)?;
            let Some((before, path)) = undone else { return Ok(None) };
            *member = before;
            if effect.is_active_after() {
                segment.silent = pushes(exact, board, area, &path);
            }
        }
        segments.push(segment);
    }
    // 3. The pushes before the first operator.
    let area = states[0].active;
    let Some(path) = path(exact, area, &[start], wanted[area.index()]) else { return Ok(None) };
    segments.push(Segment { crossing: None, area, silent: pushes(exact, board, area, &path) });
    segments.reverse();
    Ok(Some(segments))
}

/// Returns the local state before an effect, and the path of silent steps that follows it, up to `wanted`.
fn undo(
    exact: &mut Exact<'_>,
    area: AreaId,
    part: PartId,
    effect: AreaEffect,
    wanted: StateId,
    meter: &mut Meter,
) -> Result<Option<(StateId, Vec<StateId>)>, Stop> {
    let pairs = exact.at_once(area, part, effect, meter)?;
    let seeds: Vec<StateId> = pairs.iter().map(|&(_, after)| after).collect();
    let path = if effect.is_active_after() {
        path(exact, area, &seeds, wanted)
    } else {
        seeds.contains(&wanted).then(|| vec![wanted])
    };
    let Some(path) = path else { return Ok(None) };
    let before = pairs.iter().find(|&&(_, after)| after == path[0]);
    Ok(before.map(|&(before, _)| (before, path)))
}

/// Returns a shortest path of known silent steps from a seed to `wanted`, both included; `None` if none is known.
fn path(exact: &Exact<'_>, area: AreaId, seeds: &[StateId], wanted: StateId) -> Option<Vec<StateId>> {
    let table = &exact.tables[area.index()];
    let mut parents: FxHashMap<StateId, StateId> = seeds.iter().map(|&s| (s, s)).collect();
    let mut queue: VecDeque<StateId> = seeds.iter().copied().collect();
    while let Some(at) = queue.pop_front() {
        if at == wanted {
            let mut path = vec![at];
            while parents[&path[path.len() - 1]] != path[path.len() - 1] {
                path.push(parents[&path[path.len() - 1]]);
            }
            path.reverse();
            return Some(path);
        }
        for &next in table.known_steps(at) {
            parents.entry(next).or_insert_with(|| {
                queue.push_back(next);
                at
            });
        }
    }
    None
}

fn pushes(exact: &Exact<'_>, board: &Board, area: AreaId, path: &[StateId]) -> Vec<Push> {
    let table = &exact.tables[area.index()];
    let boxes = path.iter().map(|&id| table.state(id).boxes).collect::<Vec<_>>();
    let step =
        |pair: &[u128]| push(board, one(&table.local, pair[0] & !pair[1])?, one(&table.local, pair[1] & !pair[0])?);
    boxes.windows(2).filter_map(step).collect()
}

fn one(local: &LocalArea, set: u128) -> Option<Square> {
    each(set).next().map(|q| local.square(q))
}

fn push(board: &Board, from: Square, to: Square) -> Option<Push> {
    Some(Push { from, direction: board.direction(from, to)? })
}
