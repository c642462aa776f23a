//! Proposals along a packing plan: which area the next box comes from, along which route.

use super::Proposal;
use super::agenda::{Agenda, Item};
use super::positions::Positions;
use super::source::{Source, Tried};
use super::source_plan::{Conditions, Loose, SourcePlan, SourceTask};
use super::ways::Ways;
use crate::level::Square;
use crate::maze::AreaId;
use crate::packing::PackingPlan;
use crate::planner::{PlanOrigin, PlanningContext, Step, TraceEvent};
use crate::push::{Push, Region, State};
use crate::run::{Meter, Stop};
use crate::search::Components;
use itertools::Itertools;
use std::rc::Rc;

/// Makes plans and proposes their steps.
#[derive(Debug)]
pub(super) struct PackingSource<'a> {
    context: &'a PlanningContext<'a>,
    pub(super) packing: PackingPlan,
    ways: Ways<'a>,
    components: Components,
    region: Region,
    /// By position; `None` before its first turn.
    agendas: Vec<Option<Agenda>>,
}

impl<'a> PackingSource<'a> {
    pub(super) fn new(context: &'a PlanningContext<'a>, packing: PackingPlan, components: Components) -> Self {
        let (ways, region) = (Ways::new(context.maze, &packing), Region::new(context.maze.board.len()));
        Self { context, packing, ways, components, region, agendas: Vec::new() }
    }

    /// Makes the next plan of a position: that of the position before, where it can still be carried out, or one whose
    /// first step is none of those tried.
    fn plan(
        &mut self,
        positions: &Positions,
        id: usize,
        events: &mut Vec<TraceEvent>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let node = positions.node(id);
        let Some(agenda) = &self.agendas[id] else { return Ok(()) };
        let done = usize::from(node.features.packed);
        let boxes = self.loose(&node.state, done);
        let loose = Loose { done, boxes: &boxes, areas: self.context.areas };
        let inherited = node.parent.as_ref().and_then(|&(parent, _)| self.agendas[parent].as_ref()?.plan.clone());
        let tried = &agenda.tried.clone();
        let before = if tried.is_empty() { inherited } else { agenda.plan.clone() };
        let plan = match before.clone().filter(|plan| tried.is_empty() && plan.fits(loose)) {
            Some(plan) => Some(plan),
            None => {
                let (made, origin) = self.next_plan(before.as_deref(), loose, tried, meter)?;
                let steps = made.as_ref().map(|plan| self.steps(plan, &boxes, done));
                events.push(TraceEvent::Planned { position: id, plan: steps, origin });
                made.map(Rc::new)
            }
        };
        let route = plan.as_ref().map_or_else(Vec::new, |plan| self.route(plan, &boxes, done));
        let source = plan.as_ref().and_then(|plan| plan.source(done));
        if let Some(agenda) = &mut self.agendas[id] {
            agenda.planned(plan, source, route);
        }
        Ok(())
    }

    /// A plan whose first step takes its box from none of the areas `tried`: the plan before, mended; else a new one; else
    /// the nearest first step.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn next_plan(
        &mut self,
        before: Option<&SourcePlan>,
        loose: Loose<'_>,
        tried: &[AreaId],
        meter: &mut Meter,
    ) -> Result<(Option<SourcePlan>, PlanOrigin), Stop> {
        let (packing, ways) = (&self.packing, &mut self.ways);
        if let Some(mended) = before.and_then(|plan| plan.mended(loose, packing, ways, tried)) {
            return Ok((Some(mended), PlanOrigin::Mended));
        }
        if self.components.contains(Components::SOURCES)
            && let Some(made) = SourcePlan::new(loose, packing, ways, tried, meter)?
        {
            return Ok((Some(made), PlanOrigin::Made));
        }
        Ok((SourcePlan::first_step(loose, packing, ways, tried), PlanOrigin::FirstStep))
    }

    /// The STRIPS task of a position.
    pub(super) fn task(&mut self, loose: Loose<'_>, conditions: &Conditions<'_>) -> SourceTask {
        SourceTask::new(loose, &self.packing, &mut self.ways, conditions)
    }

    /// The route of the box of a step; empty if none has a way.
    fn route(&mut self, plan: &SourcePlan, boxes: &[Square], step: usize) -> Vec<AreaId> {
        let carried = self.carried(plan, boxes, step);
        self.ways.route(&self.packing, step, carried.into_iter(), self.context.areas)
    }

    /// The fewest pushes of a lone box of a step, and its route; `None` if none has a way.
    pub(super) fn way(&mut self, plan: &SourcePlan, boxes: &[Square], step: usize) -> Option<(u32, Vec<AreaId>)> {
        let carried = self.carried(plan, boxes, step);
        let (pushes, _) = self.ways.nearest(&self.packing, step, &carried, self.context.areas).into_iter().next()?;
        Some((pushes, self.ways.route(&self.packing, step, carried.into_iter(), self.context.areas)))
    }

    /// The boxes that a step can take: those of its area, or the parked one.
    fn carried(&self, plan: &SourcePlan, boxes: &[Square], step: usize) -> Vec<Square> {
        let parked = self.packing.next(step).and_then(|next| next.from);
        plan.source(step).map_or_else(
            || parked.into_iter().collect(),
            |source| boxes.iter().copied().filter(|&b| self.context.areas.area_of(b) == source).collect(),
        )
    }

    /// A plan as steps, each with the route of a box that stands in its area now.
    fn steps(&mut self, plan: &SourcePlan, boxes: &[Square], done: usize) -> Vec<Step> {
        let last = self.packing.steps().count();
        let routes: Vec<Vec<AreaId>> = (done..last).map(|step| self.route(plan, boxes, step)).collect();
        routes.iter().filter(|route| !route.is_empty()).map(|route| Step::along(route)).collect()
    }

    /// The boxes that the packing plan does not keep in place.
    pub(super) fn loose(&self, state: &State, done: usize) -> Vec<Square> {
        let kept = self.packing.set(done);
        state.boxes.iter().filter(|&b| !kept.has(b)).collect()
    }

    /// The areas in which a box can be pushed.
    fn rooms(&mut self, state: &State) -> Vec<AreaId> {
        let (maze, areas) = (self.context.maze, self.context.areas);
        self.region.flood(maze.board, state.player, |s| state.boxes.has(s));
        let is_dead =
            |push: &Push| maze.board.next(push.from, push.direction).is_none_or(|to| maze.distances.is_dead(to));
        let pushes = state.pushes(maze.board, &self.region).filter(|push| !is_dead(push));
        pushes.map(|push| areas.area_of(push.from)).unique().collect()
    }
}

impl Source for PackingSource<'_> {
    fn packing(&self) -> Option<&PackingPlan> {
        Some(&self.packing)
    }

    fn proposal(
        &mut self,
        positions: &Positions,
        id: usize,
        takes_over: bool,
        events: &mut Vec<TraceEvent>,
        meter: &mut Meter,
    ) -> Result<Option<Proposal>, Stop> {
        let node = positions.node(id);
        if self.agendas.len() <= id {
            self.agendas.resize_with(id + 1, || None);
        }
        if self.agendas[id].is_none() {
            let is_cleared = self.components.contains(Components::CLEARING);
            let rooms = if is_cleared { self.rooms(&node.state) } else { Vec::new() };
            self.agendas[id] = Some(Agenda::new(rooms));
        }
        loop {
            // Takeovers are for positions in which it stays open what is possible.
            let takes_over = takes_over && node.open.is_some();
            match self.agendas[id].as_mut().and_then(|agenda| agenda.item(takes_over)) {
                None => return Ok(None),
                Some(Item::Propose(proposal)) => return Ok(Some(proposal)),
                Some(Item::Plan) => self.plan(positions, id, events, meter)?,
            }
        }
    }

    fn tried(&mut self, _: &Positions, id: usize, tried: Tried) {
        let Some(agenda) = &mut self.agendas[id] else { return };
        if tried.is_dry {
            agenda.close();
        }
        agenda.advance();
    }
}
