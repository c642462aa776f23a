//! Plans of transfers along a packing plan, with the boxes of the areas before each step.

use super::explore::nothing;
use super::{AbstractPlan, AbstractSpace, Explored, Kept, PlannedStep};
use crate::abstraction::{Counts, Label};
use crate::level::Position;
use crate::planner::transfers::{FirstPlans, PlannedTransfer};
use crate::planner::{PlanningContext, Step};
use crate::run::{Meter, Stop};

/// The first `k` plans that the search makes.
pub(super) fn explore_transfers(
    context: &PlanningContext<'_>,
    start: &Position,
    k: usize,
    meter: &mut Meter,
) -> Explored {
    let mut explored = nothing(AbstractSpace::Transfers);
    explored.stop = fill(&mut explored, context, start, k, meter).err();
    explored
}

fn fill(
    explored: &mut Explored,
    context: &PlanningContext<'_>,
    start: &Position,
    k: usize,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let Some(mut plans) = FirstPlans::new(context, start, meter)? else {
        explored.is_all = true;
        return Ok(());
    };
    while explored.plans.len() < k && !explored.is_all {
        match plans.next(meter)? {
            Some(transfers) => explored.plans.push(described(context, start, transfers)),
            None => explored.is_all = true,
        }
    }
    Ok(())
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
