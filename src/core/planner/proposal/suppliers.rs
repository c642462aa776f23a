//! What people read of a plan besides its preferred suppliers. First, the other areas that can supply a slot.
//!
//! ```text
//!   ##########     The rehearsal fills a from A, and then b from B. But a could be filled from B, and b from A: both slots name
//!   #A$  #  B#     both areas. A slot is forced if its only way leads past the boxes of one area, or if the boxes of all other
//!   #   ab  $#     areas are needed elsewhere.
//!   ##########
//! ```
//! A box can be used for a slot if alone it has a way there, past the boxes that are in place when the slot is due. An area supplies a
//! slot if one of its boxes can be used for it while all other slots can be filled by other boxes (a matching of slots and boxes).
//!
//! Second, stages: slots that can be filled in any order.
//!
//! ```text
//!   #########     One box on the left, one on the right. Filled a does not close the way to b, nor b the way to a: both slots
//!   #$ a b $#     are one stage. With both boxes on the left, b must be filled before a: two stages.
//!   #########
//! ```
//! Slots in a row are one stage if the box of each has a way to its goal while the goals of all others are filled. This is what the
//! packing plan asks of its own order: how loose boxes block each other is left to the search.

use super::sources::{Ways, has_way};
use crate::heuristic::BipartiteMatching;
use crate::level::{Position, Square};
use crate::maze::Areas;
use crate::planner::{PlanningContext, Proposal, Slot, Supplier};
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use itertools::Itertools;

/// Greatest number of slots for which boxes are matched, which takes the cube of it; of more slots only the preferred supplier is named.
const MOST_MATCHED: usize = 200;

/// Names the other areas that can supply each slot, or marks it as forced. Slots in which a parked box is due have one supplier.
pub(super) fn complete(
    start: &Position,
    proposal: Proposal<'_>,
    areas: &Areas,
    ways: &mut Ways<'_>,
    slots: &mut [Slot],
) {
    let packing = proposal.packing;
    let takes_any =
        |slot: &Slot| packing.next(slot.due).is_some_and(|packs| packs.from.is_none() && packs.to == slot.to);
    let open = slots.iter().positions(takes_any).collect_vec();
    if open.len() > MOST_MATCHED {
        return;
    }
    let in_place: &BoxSet = packing.set(slots.first().map_or(0, |slot| slot.due));
    let boxes = start.boxes.iter().copied().filter(|&square| !in_place.has(square)).collect_vec();
    // 1. The boxes that can be used for each slot, and one matching of all slots.
    let used = open.iter().map(|&slot| {
        let due = slots[slot].due;
        boxes.iter().map(|&square| ways.pushes(due, square).is_some()).collect_vec()
    });
    let used = used.collect_vec();
    let uses = |row: usize, column: usize| used[row][column];
    let mut matching = BipartiteMatching::new(boxes.len());
    if !(0..open.len()).all(|row| matching.add(row, &uses)) {
        return;
    }
    // 2. The areas of the boxes that some matching gives to a slot. The preferred one comes first; then that in which most boxes are
    //    left, as the search most often takes one of these: with two areas .82 of the boxes came from a named area, with the nearest
    //    area in second place .79 (XSokoban, 5,000 nodes).
    let mut left = areas.areas().iter().map(|_| 0_i32).collect_vec();
    boxes.iter().for_each(|&square| left[areas.area_of(square).index()] += 1);
    for (row, &slot) in open.iter().enumerate() {
        let due = slots[slot].due;
        let preferred = slots[slot].first().area();
        let is_possible = |&column: &usize| uses(row, column) && can_have(&matching, row, column, &uses);
        let possible = (0..boxes.len()).filter(is_possible).map(|column| boxes[column]);
        let others = possible.filter(|&square| {
            let area = areas.area_of(square);
            area != preferred && !(slot == 0 && proposal.avoided.contains(&area))
        });
        let others = others.collect_vec();
        slots[slot].is_forced = others.is_empty();
        let rank =
            |&square: &Square, ways: &mut Ways<'_>| (-left[areas.area_of(square).index()], ways.pushes(due, square));
        let second = others.into_iter().min_by_key(|square| rank(square, ways));
        if let Some(path) = second.and_then(|square| ways.path(due, &[square])) {
            let route = path.iter().map(|&square| areas.area_of(square)).dedup().collect();
            slots[slot].suppliers.push(Supplier { from: path[0], route });
        }
        left[preferred.index()] -= 1;
    }
}

/// True if a matching of all slots gives a slot this box: its owner finds another box, perhaps that of the slot.
fn can_have(matching: &BipartiteMatching, slot: usize, column: usize, uses: &impl Fn(usize, usize) -> bool) -> bool {
    let Some((owner, _)) = matching.pairs().find(|&(_, taken)| taken == column) else { return true };
    if owner == slot {
        return true;
    }
    let mut other = matching.clone();
    let own = matching.pairs().find(|&(of, _)| of == slot);
    own.into_iter().for_each(|(_, own)| other.free(own));
    other.add(owner, &|of, place| place != column && uses(of, place))
}

/// Greatest number of slots in a stage: each new one asks all others again.
const LONGEST: usize = 12;
/// Greatest number of slots times squares of a board whose stages are computed; beyond, each slot is a stage.
const MOST_WORK: usize = 1_000_000;

pub(super) fn number(
    context: &PlanningContext<'_>,
    proposal: Proposal<'_>,
    slots: &mut [Slot],
    meter: &Meter,
) -> Result<(), Stop> {
    let is_small = slots.len() * context.maze.board.len() <= MOST_WORK;
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
