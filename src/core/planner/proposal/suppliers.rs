//! The other areas that can supply a slot, and forced slots, which no other area can supply.
//!
//! ```text
//!   ##########     The rehearsal fills a from A, and then b from B. But a could be filled from B, and b from A: both slots name
//!   #A$  #  B#     both areas. A slot is forced if its only way leads past the boxes of one area, or if the boxes of all other
//!   #   ab  $#     areas are needed elsewhere.
//!   ##########
//! ```
//! A box can be used for a slot if alone it has a way there, past the boxes that are in place when the slot is due. An area supplies a
//! slot if one of its boxes can be used for it while all other slots can be filled by other boxes (a matching of slots and boxes).

use super::sources::Ways;
use crate::level::{Position, Square};
use crate::maze::Areas;
use crate::planner::{Proposal, Slot, Supplier};
use crate::push::BoxSet;
use itertools::Itertools;

/// Greatest number of slots for which boxes are matched, which takes the cube of it; of more slots only the preferred supplier is named.
const MOST: usize = 200;

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
    if open.len() > MOST {
        return;
    }
    let in_place: &BoxSet = packing.set(slots.first().map_or(0, |slot| slot.due));
    let boxes = start.boxes.iter().copied().filter(|&square| !in_place.has(square)).collect_vec();
    // 1. The boxes that can be used for each slot, and one matching of all slots.
    let uses = open.iter().map(|&slot| {
        let due = slots[slot].due;
        boxes.iter().positions(|&square| ways.pushes(due, square).is_some()).collect_vec()
    });
    let uses = uses.collect_vec();
    let mut matching = Matching { uses: &uses, slot_of: vec![None; boxes.len()] };
    if !(0..open.len()).all(|slot| matching.give(slot, None, &mut vec![false; boxes.len()])) {
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
        let possible = matching.uses[row].iter().filter(|&&column| matching.can_have(row, column));
        let others = possible.map(|&column| boxes[column]).filter(|&square| {
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

/// A matching of slots and boxes, by their numbers.
struct Matching<'u> {
    /// For each slot, the boxes that can be used for it.
    uses: &'u [Vec<usize>],
    /// For each box, its slot.
    slot_of: Vec<Option<usize>>,
}

impl Matching<'_> {
    /// Gives a slot a box that is not in `seen`, and its old box to no one (augmenting path); false if no box is left for it.
    /// `freed` is a box that counts as free.
    fn give(&mut self, slot: usize, freed: Option<usize>, seen: &mut Vec<bool>) -> bool {
        for place in 0..self.uses[slot].len() {
            let column = self.uses[slot][place];
            if std::mem::replace(&mut seen[column], true) {
                continue;
            }
            let owner = self.slot_of[column].filter(|_| Some(column) != freed);
            if owner.is_none_or(|owner| self.give(owner, freed, seen)) {
                self.slot_of[column] = Some(slot);
                return true;
            }
        }
        false
    }

    /// True if a matching of all slots gives a slot this box: its owner finds another box, perhaps that of the slot.
    fn can_have(&self, slot: usize, column: usize) -> bool {
        let Some(owner) = self.slot_of[column] else { return true };
        if owner == slot {
            return true;
        }
        let own = self.slot_of.iter().position(|&of| of == Some(slot));
        let mut other = Self { uses: self.uses, slot_of: self.slot_of.clone() };
        let mut seen = vec![false; self.slot_of.len()];
        seen[column] = true;
        other.give(owner, own, &mut seen)
    }
}
