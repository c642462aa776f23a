//! Best plans on exact rungs: fewest pushes of a box over a border, then fewest operators. A* over abstract states
//! finds the best plans of a family (those that avoid some borders), with their pushes. A state is dropped if states
//! that cost no more contain it: one state with an equal sequence of crossed borders, or k states with other sequences
//! if k plans are wanted. Each is dropped with proof, but closures (all local states that pushes inside an area lead
//! to) have a budget, so a plan is known to be best only if every closure is complete.

use super::best_plans::{BestPlans, NODE_BYTES, Node};
use super::crossings_left::CrossingsLeft;
use super::diverse_plans::{Best, BestPlanOracle, Border, Borders};
use super::{AbstractPlan, ClassMet, Explored, Kept, PlanQuery, PlannedStep};
use crate::abstraction::{AbstractState, ClosureBudget, Exact, Label, LabelCounts, Operator, OperatorKind, Rung, each};
use crate::deadlock::{AskedBy, RuleSet};
use crate::level::{Board, Position};
use crate::maze::Areas;
use crate::planner::{ExactPlan, ExactSearch, Packed, PlanningContext, RoomGuide, SearchWeights, Step, TraceEvent};
use crate::run::{Meter, NodeKind, Stop, drive};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::iter::successors;

pub(in crate::planner) struct ByClasses<'a> {
    exact: Exact<'a>,
    board: &'a Board,
    areas: &'a Areas,
    start: &'a Position,
    crossings: CrossingsLeft,
    /// Borders that some box must cross in every plan.
    forced: Vec<Border>,
    /// For each area, the numbers of the classes of local states that occur in plans, as in the table of the area.
    met: Vec<IndexSet<u32, FxBuildHasher>>,
    events: Option<Vec<TraceEvent>>,
    labels: LabelCounts,
    searches: usize,
}

impl<'a> ByClasses<'a> {
    /// Maximum number of local states in a class or set: with more, fewer plans are missed and the search takes longer.
    const MEMBERS: usize = 1000;
    /// Weights of the search that stops at any plan.
    const ANY_PLAN: SearchWeights = SearchWeights { weight: 4, revisit_penalty: 50 };
    /// Number of the newest states with which a new state is compared: more comparisons drop more states but take time.
    const MOST_RIVALS: usize = 100;

    pub(in crate::planner) fn new(
        rung: Rung,
        context: &PlanningContext<'a>,
        start: &'a Position,
        query: &PlanQuery,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let (board, areas) = (context.maze.board, context.areas);
        let guide =
            RoomGuide::new(context.maze, areas, start, None, Packed::Prefix, &RuleSet::of(AskedBy::ONE_AREA), meter)?;
        let shape = ClosureBudget { rung, most_members: Some(Self::MEMBERS) };
        Ok(Self {
            exact: Exact::new(board, areas, shape, Box::new(guide)),
            board,
            areas,
            start,
            crossings: CrossingsLeft::new(context),
            met: vec![IndexSet::default(); areas.len()],
            forced: query.forced.iter().copied().collect(),
            events: query.is_traced.then(Vec::new),
            labels: LabelCounts::default(),
            searches: 0,
        })
    }

    pub(in crate::planner) fn is_exact(&self) -> bool {
        self.exact.is_exact()
    }

    /// Moves the classes that occur in plans, the trace and the label counts into the result.
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

    /// Runs a weighted search for any plan, with the tables computed so far.
    pub(in crate::planner) fn any(self, meter: &mut Meter) -> (Self, Option<ExactPlan>) {
        let Self { exact, board, areas, start, crossings, forced, met, mut events, mut labels, searches } = self;
        let mut search = ExactSearch::new(exact, board, start.clone(), Self::ANY_PLAN);
        search.events = events.take();
        search.events.iter_mut().for_each(|events| events.push(TraceEvent::Began { attempt: "any plan".to_owned() }));
        drive(&mut search, meter);
        labels += search.labels;
        let ExactSearch { exact, events, plan, .. } = search;
        (Self { exact, board, areas, start, crossings, forced, met, events, labels, searches }, plan)
    }

    /// Returns the border that a box crosses by an operator; `None` if none does.
    fn border(&self, operator: &Operator) -> Option<Border> {
        let OperatorKind::Push(push) = operator.kind else { return None };
        let border = (self.areas.area_of(push.from), self.areas.area_of(push.to));
        (border.0 != border.1).then_some(border)
    }

    /// Adds an event to the trace, if one is kept.
    fn trace(&mut self, event: impl FnOnce() -> TraceEvent) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    /// Adds a node to the queue, unless states that cost no more contain its state.
    fn add(&mut self, plans: &mut BestPlans<'_>, node: Node, meter: &mut Meter) -> Result<(), Stop> {
        let counts = self.exact.counts(&node.state);
        let lower_bound = self.crossings.lower_bound(&counts);
        let alike = plans.alike.entry((node.state.active, counts, node.crossed)).or_default();
        let rivals = &alike[alike.len().saturating_sub(Self::MOST_RIVALS)..];
        let number = plans.nodes.len();
        let (from, label) = node.parent.as_ref().map_or((0, Label::Deterministic), |(from, by)| (*from, by.label));
        let kind = node.parent.as_ref().map(|(_, by)| by.kind);
        let mut sequences: Vec<usize> = Vec::new();
        for &rival in rivals {
            let other = &plans.nodes[rival];
            if other.cost > node.cost || sequences.contains(&other.sequence) {
                continue;
            }
            if self.exact.is_contained(&node.state, &other.state, meter)? {
                sequences.push(other.sequence);
                // Of an equal sequence, or enough of others.
                if other.sequence == node.sequence || sequences.len() >= plans.wanted {
                    plans.has_dropped |= other.sequence != node.sequence;
                    self.trace(|| TraceEvent::Contained { from, kind, state: Some(rival) });
                    return Ok(());
                }
            }
        }
        plans.held.grow(NODE_BYTES, meter)?;
        alike.push(number);
        let cost = node.cost;
        plans.open.push(Reverse((cost.0 + lower_bound, cost.1, Reverse(cost.0), number)));
        plans.nodes.push(node);
        self.trace(|| TraceEvent::Reached { state: number, from, kind, label, cost: cost.0 });
        Ok(())
    }

    /// Adds the cheapest plans that satisfy a query to `explored`; no two have equal steps in equal order.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(in crate::planner) fn cheapest(
        &mut self,
        explored: &mut Explored,
        query: &PlanQuery,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let mut plans = self.begin(&query.forbidden, query.count, meter)?;
        while explored.plans.len() < query.count {
            let Some(end) = self.search(&mut plans, meter)? else {
                explored.is_all = !plans.has_dropped;
                return Ok(());
            };
            let Some(plan) = self.realised(&plans.nodes, end, meter)? else { continue };
            let plan = self.described(plan);
            let is_new =
                |other: &AbstractPlan| !other.steps.iter().map(|s| &s.step).eq(plan.steps.iter().map(|s| &s.step));
            if explored.plans.iter().all(is_new) {
                explored.plans.push(plan);
            }
        }
        Ok(())
    }

    /// Begins a search for `wanted` plans that avoid the excluded borders.
    fn begin<'f>(&mut self, excluded: &'f Borders, wanted: usize, meter: &mut Meter) -> Result<BestPlans<'f>, Stop> {
        let mut plans = BestPlans::new(excluded, wanted);
        self.searches += 1;
        let number = self.searches;
        self.trace(|| TraceEvent::Began { attempt: format!("best plans, search {number}") });
        self.open(&mut plans, meter)?;
        Ok(plans)
    }

    /// Queues the node of the start.
    fn open(&mut self, plans: &mut BestPlans<'_>, meter: &mut Meter) -> Result<(), Stop> {
        let Some(state) = self.exact.start(self.start, meter)? else { return Ok(()) };
        self.add(plans, Node { state, parent: None, cost: (0, 0), crossed: 0, sequence: 0 }, meter)
    }

    /// Runs A* until the next plan; returns the number of its last node, `None` if the tables have no other plan.
    fn search(&mut self, plans: &mut BestPlans<'_>, meter: &mut Meter) -> Result<Option<usize>, Stop> {
        while let Some(Reverse((.., number))) = plans.open.pop() {
            let Node { state, cost, crossed, sequence, .. } = &plans.nodes[number];
            let (state, cost, crossed, sequence) = (state.clone(), *cost, *crossed, *sequence);
            if self.exact.is_solved(&state) && crossed.count_ones() as usize == self.forced.len() {
                return Ok(Some(number));
            }
            meter.tick(NodeKind::Plan)?;
            self.trace(|| TraceEvent::Expanded { state: number });
            for (operator, state) in self.exact.successors(&state, meter)? {
                self.labels.add(operator.label, 1);
                let border = self.border(&operator);
                if border.is_some_and(|border| plans.excluded.contains(&border)) {
                    continue;
                }
                let cost = (cost.0 + u32::from(border.is_some()), cost.1 + 1);
                let place = self.forced.iter().position(|&forced| border == Some(forced));
                let crossed = crossed | place.map_or(0, |place| 1 << place);
                let sequence = plans.continued(sequence, border);
                self.add(plans, Node { state, parent: Some((number, operator)), cost, crossed, sequence }, meter)?;
            }
        }
        Ok(None)
    }

    fn realised(&mut self, nodes: &[Node], end: usize, meter: &mut Meter) -> Result<Option<ExactPlan>, Stop> {
        let back = successors(Some(&nodes[end]), |last| last.parent.as_ref().map(|&(parent, _)| &nodes[parent]));
        let back = back.map(|node| (&node.state, node.parent.as_ref().map(|(_, by)| by)));
        ExactPlan::along(back, &mut self.exact, self.board, self.start, meter)
    }

    /// Returns a plan as steps, with the classes of all areas before each.
    pub(in crate::planner) fn described(&mut self, plan: ExactPlan) -> AbstractPlan {
        let states = &plan.states;
        let last = states.len() - 1;
        let mut steps = Vec::new();
        let mut done = 0;
        for realised in plan.steps(self.board, self.areas) {
            // A step ends after its operator; arrangements come before their operator.
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
        let mut plans = self.begin(excluded, 1, meter)?;
        let Some(end) = self.search(&mut plans, meter)? else { return Ok(None) };
        let Some(plan) = self.realised(&plans.nodes, end, meter)? else { return Ok(None) };
        let used = plan.operators.iter().filter_map(|operator| self.border(operator)).collect();
        Ok(Some(Best { cost: plans.nodes[end].cost.0.into(), used, plan }))
    }
}
