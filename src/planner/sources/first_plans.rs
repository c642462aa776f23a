//! The plans of the start position, without realising them.
//!
//! Input: a level and its areas. Output: the first plan, then alternatives whose first step takes a box of another area
//! than all plans before.

use super::packing_source::PackingSource;
use super::source_plan::{Conditions, Loose, SourcePlan, SourceTask};
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::packing::{Order, PackingGuide, PackingMove, PackingPlan};
use crate::planner::{PlanOrigin, PlanningContext, Proposal, Step};
use crate::push::{Region, State};
use crate::run::{Meter, Stop};
use std::collections::BTreeSet;

/// Borders, from and to.
type Borders = BTreeSet<(AreaId, AreaId)>;

/// A step of a plan of transfers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::planner) struct PlannedTransfer {
    /// The number of the packing step, from 0.
    pub(in crate::planner) number: usize,
    pub(in crate::planner) packs: PackingMove,
    /// The areas on the route of its box.
    pub(in crate::planner) route: Vec<AreaId>,
    /// The pushes of the box on the board without other boxes, except those that the packing plan leaves in place.
    pub(in crate::planner) pushes: u32,
}

/// An iterator over the plans.
#[derive(Debug)]
pub(in crate::planner) struct FirstPlans<'a> {
    context: &'a PlanningContext<'a>,
    planning: PackingSource<'a>,
    done: usize,
    /// The boxes that the packing plan does not keep in place.
    boxes: Vec<Square>,
    /// The areas from which the first steps of the plans so far take their boxes.
    tried: Vec<AreaId>,
    before: Option<SourcePlan>,
    is_last: bool,
}

impl<'a> FirstPlans<'a> {
    /// Makes the iterator, with the packing plan; `None` if there is no packing plan.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(in crate::planner) fn new(
        context: &'a PlanningContext<'a>,
        start: &Position,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let packing = packing_plan(context, start, meter)?;
        Ok(packing.map(|packing| Self::along(context, start, packing)))
    }

    /// Makes the iterator along a packing plan.
    pub(in crate::planner) fn along(context: &'a PlanningContext<'a>, start: &Position, packing: PackingPlan) -> Self {
        let state = State::of(context.maze.board, start, &mut Region::new(context.maze.board.len()));
        let done = packing.done(&state.boxes);
        let planning = PackingSource::new(context, packing);
        let boxes = planning.loose(&state, done);
        Self { context, planning, done, boxes, tried: Vec::new(), before: None, is_last: false }
    }

    /// Returns the first plan as proposals, and whether they lead to the goal; `None` if there is none.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(in crate::planner) fn first(mut self, meter: &mut Meter) -> Result<Option<(Vec<Proposal>, PlanOrigin)>, Stop> {
        let Some(transfers) = self.next(meter)? else { return Ok(None) };
        let count = self.planning.packing.steps().count();
        let is_whole = self.before.as_ref().is_some_and(|plan| plan.reaches(count));
        let origin = if is_whole { PlanOrigin::Made } else { PlanOrigin::FirstStep };
        let proposal = |transfer: &PlannedTransfer| Proposal {
            step: Step::along(&transfer.route),
            packs: Some((transfer.number, transfer.packs)),
        };
        Ok(Some((transfers.iter().map(proposal).collect(), origin)))
    }

    /// Returns the next plan; `None` if there are no more.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(in crate::planner) fn next(&mut self, meter: &mut Meter) -> Result<Option<Vec<PlannedTransfer>>, Stop> {
        if self.is_last {
            return Ok(None);
        }
        let loose = Loose { done: self.done, boxes: &self.boxes, areas: self.context.areas };
        let made = self.planning.next_plan(self.before.as_ref(), loose, &self.tried, meter)?;
        let Some(plan) = made else { return Ok(None) };
        let source = plan.source(self.done);
        self.tried.extend(source);
        // A parked box leaves no choice of its area.
        self.is_last = source.is_none();
        let steps = self.transfers(&plan);
        self.before.get_or_insert(plan);
        Ok(Some(steps))
    }

    /// Returns the STRIPS task of the start, with the borders that the box of some step must cross, and those that no
    /// box crosses.
    pub(in crate::planner) fn task(&mut self, forced: &Borders, forbidden: &Borders) -> SourceTask {
        let loose = Loose { done: self.done, boxes: &self.boxes, areas: self.context.areas };
        let (forced, forbidden) = (Vec::from_iter(forced.iter().copied()), Vec::from_iter(forbidden.iter().copied()));
        self.planning.task(loose, &Conditions { forced: &forced, forbidden: &forbidden, refused: &[] })
    }

    /// Returns the steps of a plan.
    pub(in crate::planner) fn transfers(&mut self, plan: &SourcePlan) -> Vec<PlannedTransfer> {
        let last = self.planning.packing.steps().count();
        (self.done..last).filter_map(|number| self.transfer(plan, number)).collect()
    }

    fn transfer(&mut self, plan: &SourcePlan, number: usize) -> Option<PlannedTransfer> {
        let packs = self.planning.packing.next(number)?;
        let (pushes, route) = self.planning.way(plan, &self.boxes, number)?;
        Some(PlannedTransfer { number, packs, route, pushes })
    }
}

/// Returns the packing plan: the plan that may park boxes, or else the plan that packs each box from its start square.
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
