//! The plans of a level, and what is reported of realising them.

use super::Args;
use crate::abstraction::LocalArea;
use crate::cli::Failure;
use crate::level::Level;
use crate::maze::{Areas, Merging};
use crate::planner::{AbstractSpace, Explored, PlanQuery, PlanningContext, explore};
use crate::run::{Ended, Meter, Stop};
use crate::solve::{Abstraction, Options, PlanMethod, PlanReport, Report, Sides, report_plan, solve};

impl Args {
    /// Returns the same for the solver.
    const fn solved_on(&self) -> Abstraction {
        match self.abstraction {
            AbstractSpace::Transfers => Abstraction::Transfers,
            AbstractSpace::Rung(rung) => Abstraction::On(rung),
        }
    }

    const fn method(&self) -> PlanMethod {
        match self.abstraction {
            AbstractSpace::Transfers => PlanMethod::Transfers,
            AbstractSpace::Rung(rung) => PlanMethod::Rung(rung),
        }
    }

    fn merging(&self) -> Option<Merging> {
        Options::default().merging.filter(|_| !self.no_merge)
    }

    /// Returns the areas for planning, merged as the solver does; on the exact rungs none is too large for local
    /// states.
    pub(super) fn planned_areas(&self, level: &Level, meter: &Meter) -> Result<Result<Areas, Stop>, Failure> {
        let cutter = self.areas.cutter()?;
        let areas = cutter.areas(&level.board, meter).and_then(|areas| {
            let merged = self.merging().map(|merging| areas.merged(&level.board, merging));
            meter.check().map(|()| merged.unwrap_or(areas))
        });
        let is_exact = self.abstraction.is_exact();
        Ok(areas.map(|areas| if is_exact { areas.cut_to(&level.board, LocalArea::MOST_SQUARES) } else { areas }))
    }

    /// On the coarse rungs: the best proposals, and the report of a solve by proposals.
    pub(super) fn by_proposals(
        &self,
        level: &Level,
        context: &PlanningContext<'_>,
        query: &PlanQuery,
        meter: &mut Meter,
    ) -> Result<(Explored, Report), Failure> {
        let explored = self.within_half(level, context, query, meter);
        let cutter = self.areas.cutter()?;
        let options = Options {
            sides: Sides::PlanOnly,
            rooms_by: cutter.by,
            patterns: cutter.patterns,
            merging: self.merging(),
            node_cap: self.node_cap,
            // The plans shown are plans on this rung, so they are realised on it too.
            abstraction: self.solved_on(),
            ..Options::default()
        };
        let report = solve(level, &options, meter);
        Ok((explored, report))
    }

    /// On the exact rungs: the best plans, and the report of the first.
    pub(super) fn exactly(
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
        let mut plan = PlanReport::new(context.areas.clone(), self.method());
        (plan.labels, plan.steps) = (explored.labels, steps);
        let proves = explored.is_best && explored.is_all && !query.has_conditions();
        let report = report_plan(level, ended, proves, plan, meter);
        (explored, report)
    }

    /// Proposals that are not realised: realising them keeps to no conditions.
    pub(super) fn unrealised(
        &self,
        level: &Level,
        context: &PlanningContext<'_>,
        query: &PlanQuery,
        meter: &mut Meter,
    ) -> (Explored, Report) {
        let explored = explore(self.abstraction, context, &level.start, query, meter);
        let ended = explored.stop.map_or(Ended::Exhausted, Ended::Stopped);
        let report = report_plan(level, ended, false, PlanReport::new(context.areas.clone(), self.method()), meter);
        (explored, report)
    }

    /// The plans that are found with half of what the meter allows.
    pub(super) fn within_half(
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
