//! The plans of a level on one kind of abstraction, and what is reported of realising them.
//!
//! Input: a level, its areas and a query. Output: the plans, and a report. On the coarse kinds a plan is a proposal: half of
//! what the meter allows goes to the plans, the rest to a solve by proposals. On the exact rungs every plan has its pushes.

use super::{Choice, Group, Options, PlanReport, Report, Strategy, report_plan, solve};
use crate::abstraction::LocalArea;
use crate::level::Level;
use crate::maze::{AreaPatterns, Areas, Merging, Parts, RoomsBy};
use crate::planner::{Abstraction, Explored, PlanQuery, PlanningContext, explore};
use crate::run::{Ended, Meter, Stop};

/// How plans are made.
#[derive(Clone, Debug)]
pub struct Planning {
    /// What plans are made of.
    pub abstraction: Abstraction,
    /// The definition of rooms.
    pub rooms_by: RoomsBy,
    /// The patterns of tunnels and openings.
    pub patterns: AreaPatterns,
    /// The rule by which small areas are joined to neighbours; `None` plans on the areas as they are dumped.
    pub merging: Option<Merging>,
    /// At most this number of push nodes for carrying out one step.
    pub node_cap: u64,
}

impl Planning {
    /// With the settings of [`Options::default`].
    pub fn new(abstraction: Abstraction) -> Self {
        let Options { rooms_by, patterns, merging, node_cap, .. } = Options::default();
        Self { abstraction, rooms_by, patterns, merging, node_cap }
    }

    /// Returns the report of plans over these areas.
    fn unplanned(&self, areas: &Areas) -> PlanReport {
        let rung = if let Abstraction::Rung(rung) = self.abstraction { Some(rung) } else { None };
        PlanReport::new(areas.clone(), Strategy::on(self.abstraction)[0], rung)
    }

    /// Returns the areas as they are shown, before any is merged.
    pub fn shown_areas(&self, level: &Level) -> Areas {
        Areas::new(&level.board, self.rooms_by, &self.patterns)
    }

    /// Returns the areas for planning, merged as the solver does; on the exact rungs none is too large for local
    /// states. The parts of the floor, where plans are made of those.
    ///
    /// # Errors
    /// The limit that was met.
    pub fn areas(&self, level: &Level, meter: &Meter) -> Result<Areas, Stop> {
        if self.abstraction == Abstraction::Parts {
            return Ok(Parts::new(&level.board, &level.start).areas(&level.board));
        }
        meter.check()?;
        let areas = Areas::planned(&level.board, self.rooms_by, &self.patterns, self.merging);
        meter.check()?;
        let is_exact = self.abstraction.is_exact();
        Ok(if is_exact { areas.cut_to(&level.board, LocalArea::MOST_SQUARES) } else { areas })
    }

    /// Makes plans, and realises them where nothing is asked of them that realising does not keep to.
    pub fn plan(
        &self,
        level: &Level,
        context: &PlanningContext<'_>,
        query: &PlanQuery,
        meter: &mut Meter,
    ) -> (Explored, Report) {
        if self.abstraction.is_exact() {
            self.exactly(level, context, query, meter)
        } else if query.has_conditions() {
            self.unrealised(level, context, query, meter)
        } else {
            self.by_proposals(level, context, query, meter)
        }
    }

    /// On the coarse rungs: the best proposals, and the report of a solve by proposals.
    fn by_proposals(
        &self,
        level: &Level,
        context: &PlanningContext<'_>,
        query: &PlanQuery,
        meter: &mut Meter,
    ) -> (Explored, Report) {
        let explored = self.within_half(level, context, query, meter);
        let options = Options {
            choice: Choice::from(Group::Plans),
            rooms_by: self.rooms_by,
            patterns: self.patterns.clone(),
            merging: self.merging,
            node_cap: self.node_cap,
            // The plans shown are plans on this rung, so they are realised on it too.
            abstraction: Some(self.abstraction),
            ..Options::default()
        };
        let report = solve(level, &options, meter);
        (explored, report)
    }

    /// On the exact rungs: the best plans, and the report of the first.
    fn exactly(
        &self,
        level: &Level,
        context: &PlanningContext<'_>,
        query: &PlanQuery,
        meter: &mut Meter,
    ) -> (Explored, Report) {
        let explored = explore(self.abstraction, context, &level.start, query, meter);
        let steps = explored.plans.first().map(|plan| plan.realised());
        let ended = match (&steps, explored.stop) {
            (Some(steps), _) => Ended::Found(steps.iter().flat_map(|step| step.pushes.clone()).collect()),
            (None, Some(stop)) => Ended::Stopped(stop),
            (None, None) => Ended::Exhausted,
        };
        let mut plan = self.unplanned(context.areas);
        (plan.labels, plan.steps) = (explored.labels, steps);
        let proves = explored.is_best && explored.is_all && !query.has_conditions();
        let report = report_plan(level, ended, proves, plan, meter);
        (explored, report)
    }

    /// Proposals that are not realised: realising them keeps to no conditions.
    fn unrealised(
        &self,
        level: &Level,
        context: &PlanningContext<'_>,
        query: &PlanQuery,
        meter: &mut Meter,
    ) -> (Explored, Report) {
        let explored = explore(self.abstraction, context, &level.start, query, meter);
        let ended = explored.stop.map_or(Ended::Exhausted, Ended::Stopped);
        let report = report_plan(level, ended, false, self.unplanned(context.areas), meter);
        (explored, report)
    }

    /// The plans that are found with half of what the meter allows.
    pub fn within_half(
        &self,
        level: &Level,
        context: &PlanningContext<'_>,
        query: &PlanQuery,
        meter: &mut Meter,
    ) -> Explored {
        let (nodes, share) = (meter.nodes_left().map(|nodes| nodes / 2), meter.time_left().map(|time| time / 2));
        meter.within(nodes, share, |meter| explore(self.abstraction, context, &level.start, query, meter))
    }
}
