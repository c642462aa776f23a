//! Abstract plans of the start position along a packing plan, not carried out. Input: a level and its areas. Output:
//! plans one by one; the first step of each takes a box of another area than all before.

use super::source_plan::{Conditions, Loose, SourcePlan, SourceTask};
use super::ways::Ways;
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::packing::{Order, PackingGuide, PackingMove, PackingPlan};
use crate::planner::{PlanOrigin, PlanningContext, Proposal, Step};
use crate::push::{Region, State};
use crate::run::{Meter, Stop};
use std::collections::BTreeSet;

type Borders = BTreeSet<(AreaId, AreaId)>;

/// One step of a plan of transfers: a packing step, and the route of its box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlannedTransfer {
    pub(crate) number: usize,
    pub(crate) packs: PackingMove,
    /// Areas through which the box is pushed, first to last.
    pub(crate) route: Vec<AreaId>,
    /// Number of pushes of the box if only the boxes that the packing plan leaves in place are on the board too.
    pub(crate) pushes: u32,
}

#[derive(Debug)]
pub(crate) struct FirstPlans<'a> {
    context: &'a PlanningContext<'a>,
    packing: PackingPlan,
    ways: Ways<'a>,
    done: usize,
    /// Boxes that do not stand where the packing plan leaves them.
    boxes: Vec<Square>,
    /// Areas from which the first steps of earlier plans take their boxes.
    tried: Vec<AreaId>,
    before: Option<SourcePlan>,
    is_last: bool,
}

impl<'a> FirstPlans<'a> {
    /// Creates the generator with a packing plan of the start; `None` if no packing plan is found.
    pub(crate) fn new(
        context: &'a PlanningContext<'a>,
        start: &Position,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let packing = packing_plan(context, start, meter)?;
        Ok(packing.map(|packing| Self::along(context, start, packing)))
    }

    pub(crate) fn along(context: &'a PlanningContext<'a>, start: &Position, packing: PackingPlan) -> Self {
        let state = State::of(context.maze.board, start, &mut Region::new(context.maze.board.len()));
        let done = packing.done(&state.boxes);
        let boxes = state.boxes.minus(packing.set(done)).iter().collect();
        let ways = Ways::new(context.maze, &packing);
        Self { context, packing, ways, done, boxes, tried: Vec::new(), before: None, is_last: false }
    }

    /// Returns the steps of the first plan, and whether they reach the goal; `None` if there is no plan.
    pub(crate) fn first(mut self, meter: &mut Meter) -> Result<Option<(Vec<Proposal>, PlanOrigin)>, Stop> {
        let Some(transfers) = self.next(meter)? else { return Ok(None) };
        let count = self.packing.steps().count();
        let is_whole = self.before.as_ref().is_some_and(|plan| plan.reaches(count));
        let origin = if is_whole { PlanOrigin::Made } else { PlanOrigin::FirstStep };
        let proposal = |transfer: &PlannedTransfer| Proposal {
            step: Step::along(&transfer.route),
            packs: Some((transfer.number, transfer.packs)),
        };
        Ok(Some((transfers.iter().map(proposal).collect(), origin)))
    }

    /// Returns the next plan: the first one repaired, else a new one, else only the nearest first step; `None` without
    /// one.
    pub(crate) fn next(&mut self, meter: &mut Meter) -> Result<Option<Vec<PlannedTransfer>>, Stop> {
        if self.is_last {
            return Ok(None);
        }
        let loose = Loose { done: self.done, boxes: &self.boxes, areas: self.context.areas };
        let (packing, ways, tried) = (&self.packing, &mut self.ways, &self.tried[..]);
        let mut made = self.before.as_ref().and_then(|plan| plan.mended(loose, packing, ways, tried));
        if made.is_none() {
            made = SourcePlan::new(loose, packing, ways, tried, meter)?;
        }
        let made = made.or_else(|| SourcePlan::first_step(loose, packing, ways, tried));
        let Some(plan) = made else { return Ok(None) };
        let source = plan.source(self.done);
        self.tried.extend(source);
        // A parked box leaves no choice of its area, so no further plan can differ.
        self.is_last = source.is_none();
        let steps = self.transfers(&plan);
        self.before.get_or_insert(plan);
        Ok(Some(steps))
    }

    /// Returns the STRIPS task in which some box must cross each forced border, and none a forbidden one.
    pub(crate) fn task(&mut self, forced: &Borders, forbidden: &Borders) -> SourceTask {
        let loose = Loose { done: self.done, boxes: &self.boxes, areas: self.context.areas };
        let (forced, forbidden) = (Vec::from_iter(forced.iter().copied()), Vec::from_iter(forbidden.iter().copied()));
        let conditions = Conditions { forced: &forced, forbidden: &forbidden, refused: &[] };
        SourceTask::new(loose, &self.packing, &mut self.ways, &conditions)
    }

    pub(crate) fn transfers(&mut self, plan: &SourcePlan) -> Vec<PlannedTransfer> {
        let last = self.packing.steps().count();
        (self.done..last).filter_map(|number| self.transfer(plan, number)).collect()
    }

    fn transfer(&mut self, plan: &SourcePlan, number: usize) -> Option<PlannedTransfer> {
        let packs = self.packing.next(number)?;
        // The boxes that the step can move: all boxes of the area that the plan names, or the parked box.
        let areas = self.context.areas;
        let carried: Vec<Square> = match plan.source(number) {
            Some(source) => self.boxes.iter().copied().filter(|&b| areas.area_of(b) == source).collect(),
            None => packs.from.into_iter().collect(),
        };
        let (pushes, _) = self.ways.nearest(&self.packing, number, &carried, areas).into_iter().next()?;
        let route = self.ways.route(&self.packing, number, carried.into_iter(), areas);
        Some(PlannedTransfer { number, packs, route, pushes })
    }
}

/// Returns a packing plan: one that may park boxes, else one without parking; `None` if neither exists.
fn packing_plan(
    context: &PlanningContext<'_>,
    start: &Position,
    meter: &mut Meter,
) -> Result<Option<PackingPlan>, Stop> {
    for order in [Order::Backward, Order::One] {
        if let Some(plan) = PackingGuide::new(context.maze, start, order, meter)?.plan() {
            return Ok(Some(plan.clone()));
        }
    }
    Ok(None)
}
