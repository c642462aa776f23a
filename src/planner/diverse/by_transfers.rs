//! Plans of transfers along a packing plan, with the box counts before each step.

use super::explore::{nothing, take_cheapest};
use super::{AbstractPlan, Explored, Kept, PlanQuery, PlanSelection, PlannedStep};
use crate::abstraction::{Counts, Label};
use crate::level::Position;
use crate::planner::Abstraction;
use crate::planner::sources::{FirstPlans, PlannedTransfer};
use crate::planner::{PlanningContext, Step};
use crate::run::{Meter, Stop};

/// Returns the plans that the planner of transfers makes at the start, or the cheapest ones if the query wants these.
pub(super) fn explore_transfers(
    context: &PlanningContext<'_>,
    start: &Position,
    query: &PlanQuery,
    meter: &mut Meter,
) -> Explored {
    let mut explored = nothing(Abstraction::Transfers, query);
    explored.stop = fill(&mut explored, context, start, query, meter).err();
    explored
}

fn fill(
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
    if explored.selection == PlanSelection::Top {
        return cheapest(explored, context, start, (&mut plans, query), meter);
    }
    while explored.plans.len() < query.count && !explored.is_all {
        match plans.next(meter)? {
            Some(transfers) => explored.plans.push(described(context, start, transfers)),
            None => explored.is_all = true,
        }
    }
    Ok(())
}

/// Adds the cheapest plans, found by the k-best search of the STRIPS planner, to `explored`.
fn cheapest(
    explored: &mut Explored,
    context: &PlanningContext<'_>,
    start: &Position,
    (plans, query): (&mut FirstPlans<'_>, &PlanQuery),
    meter: &mut Meter,
) -> Result<(), Stop> {
    let task = plans.task(&query.forced, &query.forbidden);
    take_cheapest(explored, &task.task, query, meter, |plan| {
        described(context, start, plans.transfers(&task.plan(&plan)))
    })
}

fn described(context: &PlanningContext<'_>, start: &Position, transfers: Vec<PlannedTransfer>) -> AbstractPlan {
    let mut counts = Counts::of(context.areas, start.boxes.iter().copied());
    let kept = |counts: &Counts| Kept { counts: counts.clone(), classes: None };
    let mut steps = Vec::with_capacity(transfers.len());
    for PlannedTransfer { number, packs, route, pushes } in transfers {
        let before = kept(&counts);
        if let (Some(&from), Some(&to)) = (route.first(), route.last())
            && from != to
            && counts.get(from) > 0
        {
            counts = counts.moved(from, to);
        }
        steps.push(PlannedStep {
            step: Step::along(&route),
            label: Label::Context,
            cost: pushes.into(),
            before,
            pushes: None,
            packs: Some((number, packs)),
        });
    }
    let cost = steps.iter().map(|step| step.cost).sum();
    AbstractPlan { steps, end: kept(&counts), cost }
}
