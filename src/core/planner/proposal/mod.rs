//! The plan: slots in order, each with the areas that can supply its box.
//!
//! ```text
//!   packing plan     fill goal 1, park a box, fill goal 2 ...                 the order, from the end backwards
//!   sources          goal 1 from room A, goal 2 from tunnel b ...             by the STRIPS planner
//!   rehearsal        which areas have a box that can be pushed there now?     the source first, then the nearest
//!   plan             1  fill (8,5) from A or D, 2  fill (8,6) from b ...
//! ```
//! The order is planned; the box is chosen when its slot is due (least commitment). The rehearsal fills one slot after the other on
//! the board, while all other boxes stay. So a supplier is an area from which a box can come when the slot is due. If none can, a
//! box in the way is proposed to make way. Hierarchies of subgoals: Botea, Mueller and Schaeffer (2002) for rooms of Sokoban.

mod rehearsal;
mod sources;
mod suppliers;

use crate::level::Position;
use crate::planner::{Obstacle, Plan, PlanningContext, Proposal, Slot};
use crate::run::{Meter, Stop};
use itertools::Itertools;
use rehearsal::Rehearsal;
use sources::{Loose, SourcePlan, Ways};

/// Returns the plan of slots with preferred suppliers; `None` if none meets the conditions, or STRIPS finds no sources.
pub fn propose(
    context: &PlanningContext<'_>,
    start: &Position,
    proposal: Proposal<'_>,
    meter: &mut Meter,
) -> Result<Option<Plan>, Stop> {
    let Proposal { packing, conditions, avoided } = proposal;
    let mut ways = Ways::new(context, packing, conditions);
    let mut rehearsal = Rehearsal::new(context, start, packing, conditions);
    let first = packing.done(rehearsal.boxes());
    let mut sources: Option<SourcePlan> = None;
    for step in first..packing.steps().count() {
        if rehearsal.is_done(step) {
            sources = None;
            continue;
        }
        let boxes = rehearsal.loose(step);
        let loose = Loose { done: step, boxes: &boxes, areas: context.areas };
        let avoided = if step == first { avoided } else { &[] };
        // 1. The sources of this step and of all later ones, by the STRIPS planner.
        if sources.is_none() {
            sources = SourcePlan::new(loose, packing, &mut ways, avoided, meter)?;
        }
        let Some(planned) = &sources else { return Ok(None) };
        // 2. A box of the source that can be pushed there now. If there is none, sources are planned again without the areas that
        //    cannot supply.
        let mut wanted = planned.source(step);
        let mut way = rehearsal.supplier(step, wanted, meter)?;
        if way.is_none() {
            let possible = rehearsal.suppliers(step, avoided, meter)?;
            let areas = boxes.iter().map(|&square| context.areas.area_of(square)).unique();
            let refused = areas.filter(|area| !possible.iter().any(|way| way.area() == *area)).collect_vec();
            if !possible.is_empty() {
                sources = SourcePlan::new(loose, packing, &mut ways, &refused, meter)?;
                wanted = sources.as_ref().and_then(|sources| sources.source(step));
            }
            let nearest = possible.first().cloned();
            way = possible.into_iter().find(|way| Some(way.area()) == wanted).or(nearest);
        }
        // 3. The preferred supplier fills the slot. Without any, boxes make way, or the slot is proposed all the same.
        if !rehearsal.fill(step, way) {
            sources = None;
            if !rehearsal.clear_and_fill(step, wanted, avoided, &mut ways, meter)? {
                return Ok(None);
            }
        }
    }
    // 4. A plan that crosses no forced border is none, and says so.
    let plan = Plan { slots: rehearsal.slots() };
    let is_crossed = |border| plan.slots.iter().any(|slot| slot.first().crosses(border));
    if !conditions.forced.iter().all(is_crossed) {
        return Ok(None);
    }
    Ok(Some(plan))
}

/// Returns a plan with the other suppliers of its slots and stages, for people: searches follow the preferred ones.
pub fn complete(
    context: &PlanningContext<'_>,
    start: &Position,
    proposal: Proposal<'_>,
    mut plan: Plan,
    meter: &Meter,
) -> Result<Plan, Stop> {
    let mut ways = Ways::new(context, proposal.packing, proposal.conditions);
    suppliers::complete(start, proposal, context.areas, &mut ways, &mut plan.slots);
    suppliers::number(context, proposal, &mut plan.slots, meter)?;
    Ok(plan)
}

/// Returns what keeps boxes from filling a slot of a plan in a position.
pub fn obstacle(
    context: &PlanningContext<'_>,
    position: &Position,
    Proposal { packing, conditions, .. }: Proposal<'_>,
    slot: &Slot,
    meter: &mut Meter,
) -> Result<Obstacle, Stop> {
    let mut ways = Ways::new(context, packing, conditions);
    Rehearsal::new(context, position, packing, conditions).obstacle(slot, &mut ways, meter)
}
