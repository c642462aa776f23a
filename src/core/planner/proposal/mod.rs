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

use crate::heuristic::BipartiteMatching;
use crate::level::{Position, Square};
use crate::maze::Areas;
use crate::planner::{Obstacle, Plan, PlanningContext, Proposal, Slot, Supplier};
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use itertools::Itertools;
use rehearsal::Rehearsal;
use sources::{Loose, SourcePlan, Ways, has_way};

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
        // 2. A box of the source that can be pushed there now; else sources are planned again without useless areas.
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
    name_suppliers(start, proposal, context.areas, &mut ways, &mut plan.slots);
    number_stages(context, proposal, &mut plan.slots, meter)?;
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

/// Greatest number of slots for which boxes are matched, which takes the cube of it; of more slots only the preferred supplier is named.
const MOST_MATCHED: usize = 200;

/// Names the other areas that can supply each slot, or marks it as forced. A slot of a parked box has one supplier.
///
/// ```text
///   ##########     The rehearsal fills a from A, and then b from B. But a could be filled from B, and b from A: both slots name
///   #A$  #  B#     both areas. A slot is forced if its only way leads past the boxes of one area, or if the boxes of all other
///   #   ab  $#     areas are needed elsewhere.
///   ##########
/// ```
/// A box can be used for a slot if alone it has a way there, past the boxes that are in place when the slot is due. An area supplies a
/// slot if one of its boxes can be used for it while all other slots can be filled by other boxes (a matching of slots and boxes).
fn name_suppliers(start: &Position, proposal: Proposal<'_>, areas: &Areas, ways: &mut Ways<'_>, slots: &mut [Slot]) {
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

/// Numbers the stages, slots that can be filled in any order, from 0.
///
/// ```text
///   #########     One box on the left, one on the right. Filled a does not close the way to b, nor b the way to a: both slots
///   #$ a b $#     are one stage. With both boxes on the left, b must be filled before a: two stages.
///   #########
/// ```
/// Slots in a row are one stage if the box of each has a way to its goal while the goals of all others are filled. This is what the
/// packing plan asks of its own order: how loose boxes block each other is left to the search.
fn number_stages(
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
