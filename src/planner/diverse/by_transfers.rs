//! Plans of transfers along a packing plan, with the box counts before each step.

use super::{AbstractPlan, Explored, PlanQuery, PlanSelection, PlannedStep};
use crate::abstraction::{Counts, Label};
use crate::level::Position;
use crate::planner::sources::{FirstPlans, PlannedTransfer};
use crate::planner::{PlanningContext, Step};
use crate::run::{Meter, Stop};

/// Adds the plans that the planner of transfers makes at the start, or the cheapest ones if the query wants these.
///
/// # Errors
/// A limit of the meter.
pub(super) fn explore_transfers(
    explored: &mut Explored,
    context: &PlanningContext<'_>,
    start: &Position,
    query: &PlanQuery,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let Some(mut plans) = FirstPlans::new(context, start, meter)? else {
        explored.is_all = true;
        return Ok(());
    };
    let counts = Counts::of(context.areas, start.boxes.iter().copied());
    if explored.selection == PlanSelection::Top {
        let task = plans.task(&query.forced, &query.forbidden);
        return explored
            .take_cheapest(&task.task, query, meter, |plan| described(&counts, plans.transfers(&task.plan(&plan))));
    }
    while explored.plans.len() < query.count && !explored.is_all {
        match plans.next(meter)? {
            Some(transfers) => explored.plans.push(described(&counts, transfers)),
            None => explored.is_all = true,
        }
    }
    Ok(())
}

fn described(counts: &Counts, transfers: Vec<PlannedTransfer>) -> AbstractPlan {
    let planned = |PlannedTransfer { number, packs, route, pushes }: PlannedTransfer| PlannedStep {
        step: Step::along(&route),
        label: Label::Context,
        cost: pushes.into(),
        before: counts.clone(),
        packs: Some((number, packs)),
    };
    AbstractPlan::new(counts.clone(), transfers.into_iter().map(planned).collect())
}
