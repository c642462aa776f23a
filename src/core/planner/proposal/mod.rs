//! The plan of transfers: for each step of the packing plan the box that goes there, and its route.
//!
//! ```text
//!   packing plan     fill goal 1, park a box, fill goal 2 ...                 the order, from the end backwards
//!   sources          goal 1 from room A, goal 2 from tunnel b ...             by the STRIPS planner
//!   check            is there a box of A that can be pushed there now?        if not, from another area, planned again
//!   plan             box (4,4) goes A > b > C and fills (8,5) ...
//! ```
//! The check makes one transfer after the other on the board, while all other boxes stay. So a route is one that the box
//! can take when it is due. If no box can be pushed to a square, a box in the way is proposed to make way. Hierarchies of
//! subgoals: Botea, Mueller and Schaeffer (2002) for rooms of Sokoban.

mod rehearsal;
mod sources;

use crate::level::Position;
use crate::maze::AreaId;
use crate::packing::PackingPlan;
use crate::planner::{Conditions, Plan, PlanningContext};
use crate::run::{Meter, Stop};
use itertools::Itertools;
use rehearsal::Rehearsal;
use sources::{Loose, SourcePlan, Ways};

/// Returns the plan of transfers from a position along a packing plan; `None` if the STRIPS planner finds no sources. The
/// first transfer takes no box of an area in `avoided`.
pub fn propose(
    context: &PlanningContext<'_>,
    start: &Position,
    packing: &PackingPlan,
    conditions: &Conditions,
    avoided: &[AreaId],
    meter: &mut Meter,
) -> Result<Option<Plan>, Stop> {
    let mut ways = Ways::new(context.maze, packing);
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
        // 2. If no box of the source can be pushed there now, sources without such a box are refused.
        let wanted = planned.source(step);
        if rehearsal.transfer(step, wanted, meter)? {
            continue;
        }
        let possible = if wanted.is_some() { rehearsal.possible(step, meter)? } else { Vec::new() };
        let other = if possible.is_empty() {
            None
        } else {
            let areas = boxes.iter().map(|&square| context.areas.area_of(square)).unique();
            let refused = areas.filter(|area| !possible.contains(area) || avoided.contains(area)).collect_vec();
            SourcePlan::new(loose, packing, &mut ways, &refused, meter)?
        };
        // 3. The transfer from another source. If there is no other, boxes make way, or the transfer is proposed all the same.
        sources = match other {
            Some(other) if rehearsal.transfer(step, other.source(step), meter)? => Some(other),
            _ => {
                rehearsal.clear_and_transfer(step, wanted, &mut ways, meter)?;
                None
            }
        };
    }
    Ok(Some(rehearsal.plan()))
}
