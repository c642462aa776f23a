//! Plans of a level on one kind of abstraction, and a report of carrying them out. On the coarse kinds a plan is a
//! proposal: half of the limits goes to the plans, the rest to a solve by proposals. On `sets` plans have pushes.

use super::{Options, PlanReport, Report, Strategy, report_plan, solve};
use crate::level::Level;
use crate::maze::{AreaPatterns, Areas, Merging, RoomsBy};
use crate::planner::{AbstractPlans, Abstraction, PlanQuery, PlanningContext, explore, pushes};
use crate::run::{Ended, Meter, Stop};

/// On which abstraction and areas plans are made, and the limit for carrying out a step.
#[derive(Clone, Debug)]
pub struct Planning {
    /// Kind of abstract plans to be made.
    pub abstraction: Abstraction,
    /// Definition of rooms on which plans are made.
    pub rooms_by: RoomsBy,
    /// Wall patterns that mark tunnels and openings.
    pub patterns: AreaPatterns,
    /// How small areas are joined to neighbours; `None` joins none.
    pub merging: Option<Merging>,
    /// Maximum number of push nodes for carrying out one step.
    pub node_cap: u64,
}

impl Planning {
    /// Creates the settings of [`Options::default`] for a kind of abstraction.
    pub fn new(abstraction: Abstraction) -> Self {
        let Options { rooms_by, patterns, merging, node_cap, .. } = Options::default();
        Self { abstraction, rooms_by, patterns, merging, node_cap }
    }

    /// Returns an empty report of plans on these areas.
    fn unplanned(&self, areas: &Areas) -> PlanReport {
        PlanReport::new(areas.clone(), Strategy::of(self.abstraction), self.abstraction)
    }

    /// Returns the areas before small ones are joined, as they are displayed.
    pub fn shown_areas(&self, level: &Level) -> Areas {
        Areas::new(&level.board, self.rooms_by, &self.patterns)
    }

    /// Returns the areas on which plans are made, joined as the solver joins them.
    pub fn areas(&self, level: &Level, meter: &Meter) -> Result<Areas, Stop> {
        meter.check()?;
        let areas = self.abstraction.areas(level, self.rooms_by, &self.patterns, self.merging);
        meter.check()?;
        Ok(areas)
    }

    /// Returns plans, and a report of carrying them out: on `sets` with the pushes of the plan. Elsewhere, if the query has
    /// conditions, no plan is carried out, since the pushes might break them.
    pub fn plan(
        &self,
        level: &Level,
        context: &PlanningContext<'_>,
        query: &PlanQuery,
        meter: &mut Meter,
    ) -> (AbstractPlans, Report) {
        let is_exact = self.abstraction.is_exact();
        if !is_exact && !query.has_conditions() {
            return self.by_proposals(level, context, query, meter);
        }
        let explored = explore(self.abstraction, context, &level.start, query, meter);
        let mut plan = self.unplanned(context.areas);
        if is_exact {
            (plan.labels, plan.steps) = (explored.labels, explored.realised.clone());
        }
        let ended = match (&explored.realised, explored.stop) {
            (Some(steps), _) => Ended::Found(pushes(steps)),
            (None, Some(stop)) => Ended::Stopped(stop),
            (None, None) => Ended::Exhausted,
        };
        let report = report_plan(level, ended, is_exact && explored.is_all, plan, meter);
        (explored, report)
    }

    /// Returns the best proposals on `counts`, and the report of a solve by proposals.
    fn by_proposals(
        &self,
        level: &Level,
        context: &PlanningContext<'_>,
        query: &PlanQuery,
        meter: &mut Meter,
    ) -> (AbstractPlans, Report) {
        let explored = self.within_half(level, context, query, meter);
        let options = Options {
            rooms_by: self.rooms_by,
            patterns: self.patterns.clone(),
            merging: self.merging,
            node_cap: self.node_cap,
            // Displayed plans are on this kind of abstraction, so the solve uses it too.
            abstraction: Some(self.abstraction),
            ..Options::default().with_strategies(Strategy::default_plans())
        };
        let report = solve(level, &options, meter);
        (explored, report)
    }

    /// Returns the plans found within half of the limits.
    pub fn within_half(
        &self,
        level: &Level,
        context: &PlanningContext<'_>,
        query: &PlanQuery,
        meter: &mut Meter,
    ) -> AbstractPlans {
        let (nodes, share) = (meter.nodes_left().map(|nodes| nodes / 2), meter.time_left().map(|time| time / 2));
        meter.within(nodes, share, |meter| explore(self.abstraction, context, &level.start, query, meter))
    }
}
