//! Best plans on the exact rungs: the fewest pushes that take a box over a border, then the fewest operators.
//!
//! Input: a position and a family of plans. Output: the best plan of the family, with its pushes. A* over abstract
//! states; a state contained in one that costs no more is dropped. No state is dropped without proof, but closures are
//! under a budget, so the plan is known to be the best only if none was cut.

use super::diverse_plans::{Best, BestPlanOracle, Border, Borders};
use super::{AbstractPlan, ClassMet, Explored, Kept, PlanQuery, PlannedStep};
use crate::abstraction::{AbstractState, ClosureBudget, Counts, Exact, Label, Operator, OperatorKind, Rung, each};
use crate::level::{Board, Position};
use crate::maze::{AreaId, Areas};
use crate::planner::{
    ExactPlan, ExactSearch, Packed, PlanningContext, RoomGuide, SearchWeights, Step, TraceEvent, realise,
};
use crate::run::{Ended, Held, Meter, NodeKind, Stop, drive};
use crate::search::RuleSets;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Bytes of a node with its state and its place in the queue, estimated.
const NODE_BYTES: usize = 400;

/// The key of a node in the queue: lower bound on the crossings of a plan through it, operators so far, crossings so
/// far (more first), its number.
type QueueKey = (u32, u32, Reverse<u32>, usize);

/// Box crossings, operators.
type Cost = (u32, u32);

#[derive(Debug)]
struct Node {
    state: AbstractState,
    parent: Option<(usize, Operator)>,
    cost: Cost,
    /// The forced borders that boxes have crossed so far, a bit each.
    crossed: u64,
}

pub(in crate::planner) struct ByClasses<'a> {
    exact: Exact<'a>,
    board: &'a Board,
    areas: &'a Areas,
    start: &'a Position,
    /// For each area, the number of borders that a box must cross at lower_bound to reach an area with goals.
    distances: Vec<u32>,
    goals: Counts,
    /// Some box crosses these borders in every plan.
    forced: Vec<Border>,
    /// For each area the parts that occur in plans.
    met: Vec<IndexSet<u32, FxBuildHasher>>,
    events: Option<Vec<TraceEvent>>,
    labels: [u64; Label::ALL.len()],
    searches: usize,
}

/// One search.
struct Attempt<'f> {
    excluded: &'f Borders,
    nodes: Vec<Node>,
    open: BinaryHeap<Reverse<QueueKey>>,
    /// States with the same area of the player, boxes and forced borders crossed can contain each other.
    alike: FxHashMap<(AreaId, Counts, u64), Vec<usize>>,
    held: Held,
}

impl<'a> ByClasses<'a> {
    /// At most this number of local states in a class or set. Not tuned: larger sets lose fewer plans and take more
    /// time.
    const MEMBERS: usize = 1000;
    /// Weights of the search for any plan. Not tuned.
    const ANY_PLAN: SearchWeights = SearchWeights { weight: 4, revisit_penalty: 50 };
    /// A new state is compared with at most this number of states that can contain it, the newest. Not tuned: comparing
    /// with more drops more states and takes longer.
    const MOST_RIVALS: usize = 100;

    pub(in crate::planner) fn new(
        rung: Rung,
        context: &PlanningContext<'a>,
        start: &'a Position,
        query: &PlanQuery,
    ) -> Self {
        let (board, areas) = (context.maze.board, context.areas);
        let guide = RoomGuide::new(context.maze, areas, start, None, Packed::Prefix, &RuleSets::areas());
        let shape = ClosureBudget { rung, most_members: Some(Self::MEMBERS) };
        Self {
            exact: Exact::new(board, areas, shape, Box::new(guide)),
            board,
            areas,
            start,
            distances: distances(context),
            goals: context.goals.clone(),
            met: vec![IndexSet::default(); areas.len()],
            forced: query.forced.iter().copied().collect(),
            events: query.is_traced.then(Vec::new),
            labels: [0; Label::ALL.len()],
            searches: 0,
        }
    }

    pub(in crate::planner) fn is_exact(&self) -> bool {
        self.exact.is_exact()
    }

    /// Moves the classes met, the events and the labels into the result.
    pub(in crate::planner) fn record(self, explored: &mut Explored) {
        let class = |area: usize, part: u32| {
            let table = &self.exact.tables[area];
            let members = table.members(part);
            let boxes = members.first().map_or(0, |&m| table.state(m).boxes);
            ClassMet { states: members.len(), example: each(boxes).map(|q| table.local.square(q)).collect() }
        };
        let of_area = |(area, parts): (usize, &IndexSet<u32, FxBuildHasher>)| {
            parts.iter().map(|&part| class(area, part)).collect()
        };
        explored.classes = self.met.iter().enumerate().map(of_area).collect();
        (explored.events, explored.labels) = (self.events.unwrap_or_default(), self.labels);
    }

    /// Any plan: a weighted search on the same tables.
    pub(in crate::planner) fn any(self, meter: &mut Meter) -> (Self, Ended<ExactPlan>) {
        let Self { exact, board, areas, start, distances, goals, forced, met, mut events, mut labels, searches } = self;
        let mut search = ExactSearch::new(exact, board, start.clone(), Self::ANY_PLAN);
        search.events = events.take();
        search.events.iter_mut().for_each(|events| events.push(TraceEvent::Began { attempt: "any plan".to_owned() }));
        let ended = drive(&mut search, meter);
        labels.iter_mut().zip(search.labels).for_each(|(sum, count)| *sum += count);
        let ExactSearch { exact, events, .. } = search;
        (Self { exact, board, areas, start, distances, goals, forced, met, events, labels, searches }, ended)
    }

    /// The border that a box crosses by an operator.
    fn border(&self, operator: &Operator) -> Option<Border> {
        let OperatorKind::Push(push) = operator.kind else { return None };
        let border = (self.areas.area_of(push.from), self.areas.area_of(push.to));
        (border.0 != border.1).then_some(border)
    }

    /// Lower bound on the crossings of a plan from these boxes: every box must come to an area with goals, and what an
    /// area holds beyond its goals must leave it.
    fn lower_bound(&self, counts: &Counts) -> u32 {
        let boxes = |index| u32::from(counts.get(AreaId::from_index(index)));
        let goals = |index| u32::from(self.goals.get(AreaId::from_index(index)));
        let crossings: u32 =
            self.distances.iter().enumerate().map(|(index, distance)| boxes(index).saturating_mul(*distance)).sum();
        let spare = (0..self.distances.len()).map(|index| boxes(index).saturating_sub(goals(index))).sum();
        crossings.max(spare)
    }

    /// Keeps an event if events were asked for.
    fn trace(&mut self, event: impl FnOnce() -> TraceEvent) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    /// Keeps a state, unless one that contains it costs no more.
    fn add(&mut self, attempt: &mut Attempt<'_>, node: Node, meter: &mut Meter) -> Result<(), Stop> {
        let counts = self.exact.counts(&node.state);
        let lower_bound = self.lower_bound(&counts);
        let alike = attempt.alike.entry((node.state.active, counts, node.crossed)).or_default();
        let rivals = &alike[alike.len().saturating_sub(Self::MOST_RIVALS)..];
        let number = attempt.nodes.len();
        let (from, label) = node.parent.as_ref().map_or((0, Label::Deterministic), |(from, by)| (*from, by.label));
        let kind = node.parent.as_ref().map(|(_, by)| by.kind);
        for &rival in rivals {
            let other = &attempt.nodes[rival];
            if other.cost <= node.cost && self.exact.is_contained(&node.state, &other.state, meter)? {
                self.trace(|| TraceEvent::Contained { from, kind, state: Some(rival) });
                return Ok(());
            }
        }
        attempt.held.grow(NODE_BYTES, meter)?;
        alike.push(number);
        let cost = node.cost;
        attempt.open.push(Reverse((cost.0 + lower_bound, cost.1, Reverse(cost.0), number)));
        attempt.nodes.push(node);
        self.trace(|| TraceEvent::Reached { state: number, from, kind, label, cost: cost.0 });
        Ok(())
    }

    /// A*. `None` if the family has no plan within the tables.
    fn search(&mut self, attempt: &mut Attempt<'_>, meter: &mut Meter) -> Result<Option<usize>, Stop> {
        let Some(state) = self.exact.start(self.start, meter)? else { return Ok(None) };
        self.add(attempt, Node { state, parent: None, cost: (0, 0), crossed: 0 }, meter)?;
        while let Some(Reverse((.., number))) = attempt.open.pop() {
            let Node { state, cost, crossed, .. } = &attempt.nodes[number];
            let (state, cost, crossed) = (state.clone(), *cost, *crossed);
            if self.exact.is_solved(&state) && crossed.count_ones() as usize == self.forced.len() {
                return Ok(Some(number));
            }
            meter.tick(NodeKind::Plan)?;
            self.trace(|| TraceEvent::Expanded { state: number });
            for (operator, state) in self.exact.successors(&state, meter)? {
                self.labels[operator.label as usize] += 1;
                let border = self.border(&operator);
                if border.is_some_and(|border| attempt.excluded.contains(&border)) {
                    continue;
                }
                let cost = (cost.0 + u32::from(border.is_some()), cost.1 + 1);
                let place = self.forced.iter().position(|&forced| border == Some(forced));
                let crossed = crossed | place.map_or(0, |place| 1 << place);
                self.add(attempt, Node { state, parent: Some((number, operator)), cost, crossed }, meter)?;
            }
        }
        Ok(None)
    }

    fn realised(&mut self, nodes: &[Node], end: usize, meter: &mut Meter) -> Result<Option<ExactPlan>, Stop> {
        let (mut states, mut operators, mut at) = (vec![nodes[end].state.clone()], Vec::new(), end);
        while let Some((parent, operator)) = &nodes[at].parent {
            operators.push(operator);
            at = *parent;
            states.push(nodes[at].state.clone());
        }
        states.reverse();
        operators.reverse();
        let first = self.exact.local_start(self.start, meter)?;
        let segments = realise(&mut self.exact, self.board, &states, &operators, first, meter)?;
        let operators = operators.into_iter().cloned().collect();
        Ok(segments.map(|segments| ExactPlan { operators, states, segments }))
    }

    /// A plan with the classes after each step.
    pub(in crate::planner) fn described(&mut self, plan: ExactPlan) -> AbstractPlan {
        let states = &plan.states;
        let last = states.len() - 1;
        let mut steps = Vec::new();
        let mut done = 0;
        for realised in plan.steps(self.board, self.areas) {
            // After its operator; what is arranged for an operator is done before it.
            let after = match realised.step {
                Step::Transfer(_) => realised.position,
                Step::Arrange(_) | Step::Takeover => realised.position.saturating_sub(1),
                Step::Settle(_) => last,
            };
            let after = after.clamp(done, last);
            let label = plan.operators[done..after].iter().map(|by| by.label).max().unwrap_or(Label::Deterministic);
            let cost = u64::from(matches!(realised.step, Step::Transfer(_)));
            let before = self.kept(&states[done]);
            let (step, pushes) = (realised.step, Some(realised.pushes));
            steps.push(PlannedStep { step, label, cost, before, pushes, packs: None });
            done = after;
        }
        let cost = steps.iter().map(|step| step.cost).sum();
        AbstractPlan { steps, end: self.kept(&states[last]), cost }
    }

    fn kept(&mut self, state: &AbstractState) -> Kept {
        let classes = self.met.iter_mut().zip(&state.parts).map(|(met, &part)| met.insert_full(part).0).collect();
        Kept { counts: self.exact.counts(state), classes: Some(classes) }
    }
}

impl BestPlanOracle for ByClasses<'_> {
    type Plan = ExactPlan;

    fn best(&mut self, excluded: &Borders, meter: &mut Meter) -> Result<Option<Best<ExactPlan>>, Stop> {
        let (alike, held) = (FxHashMap::default(), Held::default());
        let mut attempt = Attempt { excluded, nodes: Vec::new(), open: BinaryHeap::new(), alike, held };
        self.searches += 1;
        let number = self.searches;
        self.trace(|| TraceEvent::Began { attempt: format!("best plans, search {number}") });
        let Some(end) = self.search(&mut attempt, meter)? else { return Ok(None) };
        let Some(plan) = self.realised(&attempt.nodes, end, meter)? else { return Ok(None) };
        let used = plan.operators.iter().filter_map(|operator| self.border(operator)).collect();
        Ok(Some(Best { cost: attempt.nodes[end].cost.0.into(), used, plan }))
    }
}

/// For each area, the number of borders that a box must cross at lower_bound to reach an area with goals.
fn distances(context: &PlanningContext<'_>) -> Vec<u32> {
    let areas = context.areas.areas();
    let mut distances: Vec<Option<u32>> =
        areas.iter().map(|area| (context.goals.get(area.id) > 0).then_some(0)).collect();
    for round in 1..=u32::try_from(areas.len()).unwrap_or(u32::MAX) {
        for area in areas.iter().map(|area| area.id) {
            let is_next = |(to, _): &(AreaId, _)| distances[to.index()] == Some(round - 1);
            if distances[area.index()].is_none() && context.crossings.from(area).iter().any(is_next) {
                distances[area.index()] = Some(round);
            }
        }
    }
    distances.into_iter().map(Option::unwrap_or_default).collect()
}
