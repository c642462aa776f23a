//! Makes abstract plans along a packing plan, one after the other.

use super::source_plan::{Conditions, Loose, SourcePlan, SourceTask};
use super::ways::Ways;
use crate::level::Square;
use crate::maze::AreaId;
use crate::packing::PackingPlan;
use crate::planner::PlanningContext;
use crate::push::State;
use crate::run::{Meter, Stop};

/// Maker of abstract plans along one packing plan.
#[derive(Debug)]
pub(super) struct PackingSource<'a> {
    context: &'a PlanningContext<'a>,
    pub(super) packing: PackingPlan,
    ways: Ways<'a>,
}

impl<'a> PackingSource<'a> {
    pub(super) fn new(context: &'a PlanningContext<'a>, packing: PackingPlan) -> Self {
        Self { context, ways: Ways::new(context.maze, &packing), packing }
    }

    /// Returns a plan whose first step takes its box from an area not in `tried`: the plan `before` if it can be
    /// repaired, else a new plan, else only the nearest first step; `None` if no step is possible.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn next_plan(
        &mut self,
        before: Option<&SourcePlan>,
        loose: Loose<'_>,
        tried: &[AreaId],
        meter: &mut Meter,
    ) -> Result<Option<SourcePlan>, Stop> {
        let (packing, ways) = (&self.packing, &mut self.ways);
        if let Some(mended) = before.and_then(|plan| plan.mended(loose, packing, ways, tried)) {
            return Ok(Some(mended));
        }
        let made = SourcePlan::new(loose, packing, ways, tried, meter)?;
        Ok(made.or_else(|| SourcePlan::first_step(loose, packing, ways, tried)))
    }

    /// Returns the STRIPS task of a position: to carry out the rest of the packing plan.
    pub(super) fn task(&mut self, loose: Loose<'_>, conditions: &Conditions<'_>) -> SourceTask {
        SourceTask::new(loose, &self.packing, &mut self.ways, conditions)
    }

    /// Returns the minimum number of pushes of a box to the square of a packing step with only the packed boxes in the
    /// way, and the areas on the path; `None` if no box has a path.
    pub(super) fn way(&mut self, plan: &SourcePlan, boxes: &[Square], step: usize) -> Option<(u32, Vec<AreaId>)> {
        let carried = self.carried(plan, boxes, step);
        let (pushes, _) = self.ways.nearest(&self.packing, step, &carried, self.context.areas).into_iter().next()?;
        Some((pushes, self.ways.route(&self.packing, step, carried.into_iter(), self.context.areas)))
    }

    /// Returns the boxes that a packing step can move: all boxes of the area that the plan names, or the parked box.
    fn carried(&self, plan: &SourcePlan, boxes: &[Square], step: usize) -> Vec<Square> {
        let parked = self.packing.next(step).and_then(|next| next.from);
        plan.source(step).map_or_else(
            || parked.into_iter().collect(),
            |source| boxes.iter().copied().filter(|&b| self.context.areas.area_of(b) == source).collect(),
        )
    }

    /// Returns the boxes that do not stand where the packing plan leaves boxes after `done` steps.
    pub(super) fn loose(&self, state: &State, done: usize) -> Vec<Square> {
        let kept = self.packing.set(done);
        state.boxes.iter().filter(|&b| !kept.has(b)).collect()
    }
}
