//! Stages of a plan: slots that can be filled in any order.
//!
//! ```text
//!   #########     One box on the left, one on the right. Filled a does not close the way to b, nor b the way to a: both slots
//!   #$ a b $#     are one stage. With both boxes on the left, b must be filled before a: two stages.
//!   #########
//! ```
//! Input: the slots in their planned order, each with its preferred supplier. Slots in a row are one stage if the box of each has a
//! way to its goal while the goals of all others are filled. This is what the packing plan asks of its own order: how loose boxes
//! block each other is left to the search.

use super::sources::has_way;
use crate::planner::{PlanningContext, Proposal, Slot};
use crate::run::{Meter, Stop};

/// Greatest number of slots in a stage: each new one asks all others again.
const LONGEST: usize = 12;
/// Greatest number of slots times squares of a board whose stages are computed; beyond, each slot is a stage.
const MOST: usize = 1_000_000;

/// Numbers the stages of slots, from 0.
pub(super) fn number(
    context: &PlanningContext<'_>,
    proposal: Proposal<'_>,
    slots: &mut [Slot],
    meter: &Meter,
) -> Result<(), Stop> {
    let is_small = slots.len() * context.maze.board.len() <= MOST;
    let mut first = 0;
    for index in 0..slots.len() {
        meter.check()?;
        let stage = &slots[first..=index];
        if stage.len() > 1 && !(is_small && stage.len() <= LONGEST && is_any_order(context, proposal, stage)) {
            first = index;
        }
        slots[index].stage = if index == 0 { 0 } else { slots[index - 1].stage + usize::from(first == index) };
    }
    Ok(())
}

/// True if each of these slots can be filled while the goals of all others are filled.
fn is_any_order(context: &PlanningContext<'_>, proposal: Proposal<'_>, stage: &[Slot]) -> bool {
    let is_parked = |slot: &Slot| proposal.packing.next(slot.due).is_none_or(|packs| packs.from.is_some());
    if stage.iter().any(|slot| !slot.fills || is_parked(slot)) {
        return false;
    }
    let filled = proposal.packing.set(stage[stage.len() - 1].due);
    stage.iter().enumerate().all(|(index, slot)| {
        let mut walls = filled.clone();
        stage.iter().for_each(|other| walls.insert(other.to));
        walls.remove(stage[index].to);
        has_way(context, proposal.conditions, &walls, slot.first().from, slot.to)
    })
}
