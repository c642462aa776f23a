//! What became of a plan: the transfers made, compared with its slots, each figure beside its value by chance.
//!
//! ```text
//!   plan          1  fill (8,5) from A or D               made      1  (2,5) A > c        parks: added
//!                 2  fill (1,9) from c                              2  (2,5) c > D        fills (1,9): slot 2
//!                                                                   3  (4,4) A > b > C    fills (8,5): slot 1
//!   order: of the goals filled, the most that were filled in the planned order; slots of one stage have any order     1 of 2
//!   suppliers: of the slots filled, those whose box came from an area that the slot names                             2 of 2
//!   parks: of the boxes parked, those that were proposed; of the boxes to be parked, those that were parked           0 of 1, 0 of 0
//! ```
//! Boxes are identified by replay, so the result does not depend on the search that found the pushes.

use super::plan::{Plan, Slot, Step};
use crate::level::{Board, Position};
use crate::maze::{AreaId, Areas};
use crate::push::{Push, walk_and_push};
use crate::run::Random;
use crate::steps::{SolutionStep, lines};
use itertools::Itertools;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A transfer that was made: consecutive steps of one box, from where it stood to where it stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeTransfer {
    /// Number of the box among the boxes of the start, in reading order.
    pub number: usize,
    /// The box, and the areas that it entered.
    pub step: Step,
    /// Range of the steps that [`crate::steps::read`] makes of the solution: the first and the last are of this box.
    pub steps: Range<usize>,
    /// Whether the box ends on a goal and is not pushed again.
    pub fills: bool,
    /// Number of pushes of the box.
    pub pushes: usize,
    /// Index of the slot that it fills; `None` if it was added.
    pub slot: Option<usize>,
    /// Whether the slot names an area from which the box came.
    pub is_supplied: bool,
}

impl MadeTransfer {
    /// Returns the transfers that pushes make, and the boxes that they only move inside an area, in order.
    pub(crate) fn all(board: &Board, areas: &Areas, start: &Position, pushes: &[Push]) -> Vec<Self> {
        let moves = walk_and_push(board, start, pushes).and_then(|(lurd, _)| lurd.parse().ok());
        let steps = moves.and_then(|moves| lines(board, start, &moves, areas).ok()).unwrap_or_default();
        joined(board, &steps)
    }
}

/// A count of cases that agree with the plan, and the same count in draws at random.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Number of cases that agree.
    pub agree: usize,
    /// Number of all cases.
    pub all: usize,
    /// Number of cases that agree in [`Agreement::DRAWS`] random draws, all together.
    pub by_chance: usize,
}

impl Agreement {
    /// Number of random draws, from a fixed seed.
    pub const DRAWS: usize = 200;

    fn new(agree: usize, all: usize, mut draw: impl FnMut(&mut Random) -> usize) -> Self {
        let mut random = Random::new(1);
        let by_chance = (0..Self::DRAWS).map(|_| draw(&mut random)).sum();
        Self { agree, all, by_chance }
    }
}

/// The transfers made, compared with the slots of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fidelity {
    /// Number of slots.
    pub slots: usize,
    /// Of the goals filled, the most that were filled in the planned order. By chance: orders at random.
    pub order: Agreement,
    /// Of the slots whose goals were filled, those whose box came from a named area. By chance: the same boxes, dealt at random.
    pub suppliers: Agreement,
    /// Of the boxes parked in other areas, those that the plan proposed to park. By chance: parked in random other areas.
    pub parks_made: Agreement,
    /// Of the boxes that the plan proposed to park, those that were parked. By chance as before.
    pub parks_proposed: Agreement,
    /// Number of slots that were filled from the preferred area.
    pub exact: usize,
    /// Transfers that were made, in order.
    pub made: Vec<MadeTransfer>,
}

impl Fidelity {
    /// Compares a plan with the pushes that were made from a position. Boxes that were only moved inside their area, and fill no
    /// goal, made no transfer, unless the plan arranges boxes.
    pub fn of(board: &Board, areas: &Areas, start: &Position, plan: &Plan, pushes: &[Push]) -> Self {
        let mut made = MadeTransfer::all(board, areas, start, pushes);
        // Only an exact plan says how boxes are arranged.
        let has_arrangements = plan.slots.iter().any(Slot::is_arrangement);
        made.retain(|made| made.fills || made.step.route.len() > 1 || has_arrangements);
        // 1. A goal is filled by one box; a box is parked if one of the slot's area comes to its area.
        let origins = made.iter().map(|made| areas.area_of(start.boxes[made.number])).collect_vec();
        for (index, slot) in plan.slots.iter().enumerate() {
            let fits = |(made, &origin): (&MadeTransfer, &AreaId)| match slot.fills {
                true => made.fills && made.step.ends().is_some_and(|(_, end)| end == slot.to),
                false => {
                    let came_from = [made.step.route[0], origin];
                    made.slot.is_none() && !made.fills && is_parked(slot, areas, came_from, made.step.route.last())
                }
            };
            if let Some(found) = made.iter().zip(&origins).position(fits) {
                let came_from = [made[found].step.route[0], origins[found]];
                made[found].slot = Some(index);
                made[found].is_supplied = came_from.iter().any(|&area| slot.is_supplied_by(area));
            }
        }
        // 2. The figures.
        let source = |(made, &origin): (&MadeTransfer, &AreaId)| {
            let slot = &plan.slots[made.slot.filter(|_| made.fills)?];
            Some((slot, [made.step.route[0], origin]))
        };
        let sources: Vec<Source<'_>> = made.iter().zip(&origins).filter_map(source).collect();
        let is_preferred = |&(made, origin): &(&MadeTransfer, &AreaId)| {
            let preferred = made.slot.map(|slot| plan.slots[slot].first().area());
            [made.step.route[0], *origin].into_iter().any(|area| Some(area) == preferred)
        };
        let parked = made.iter().filter(|made| !made.fills && made.step.route.len() > 1).collect_vec();
        let [parks_made, parks_proposed] = parking(areas, plan, &parked);
        Self {
            slots: plan.slots.len(),
            order: order(&sources),
            suppliers: suppliers(&sources),
            exact: made.iter().zip(&origins).filter(is_preferred).count(),
            parks_made,
            parks_proposed,
            made,
        }
    }

    /// Returns the number of slots that were filled.
    pub fn filled(&self) -> usize {
        self.made.len() - self.added()
    }

    /// Returns the number of transfers that no slot proposed.
    pub fn added(&self) -> usize {
        self.made.iter().filter(|made| made.slot.is_none()).count()
    }
}

/// True if a box from one of two areas that comes to an area is parked there as a slot proposes.
fn is_parked(slot: &Slot, areas: &Areas, came_from: [AreaId; 2], to: Option<&AreaId>) -> bool {
    !slot.fills && to == Some(&areas.area_of(slot.to)) && came_from.iter().any(|&area| slot.is_supplied_by(area))
}

/// A slot whose goal was filled, and the areas where the transfer of its box began, and where the box stood at the start.
type Source<'a> = (&'a Slot, [AreaId; 2]);

fn order(filled: &[Source<'_>]) -> Agreement {
    let mut stages = filled.iter().map(|(slot, _)| slot.stage).collect_vec();
    Agreement::new(longest_rise(&stages), filled.len(), |random| {
        random.shuffle(&mut stages);
        longest_rise(&stages)
    })
}

fn suppliers(sources: &[Source<'_>]) -> Agreement {
    let mut boxes = sources.iter().map(|source| source.1).collect_vec();
    let supplied = |boxes: &[[AreaId; 2]]| {
        let names = |((slot, _), came_from): &(&Source<'_>, &[AreaId; 2])| {
            came_from.iter().any(|&area| slot.is_supplied_by(area))
        };
        sources.iter().zip(boxes).filter(names).count()
    };
    Agreement::new(supplied(&boxes), sources.len(), |random| {
        random.shuffle(&mut boxes);
        supplied(&boxes)
    })
}

/// Counts the boxes parked that were proposed, of those made and of those proposed.
fn parking(areas: &Areas, plan: &Plan, parked: &[&MadeTransfer]) -> [Agreement; 2] {
    let proposed = plan.slots.iter().filter(|slot| !slot.fills && !slot.is_arrangement()).collect_vec();
    let agree = parked.iter().filter(|made| made.slot.is_some()).count();
    let count = areas.areas().len();
    let draw = |random: &mut Random| {
        let mut open = proposed.clone();
        for made in parked {
            let from = made.step.route[0];
            // Any area but the one that the box leaves.
            let other = AreaId::from_index((from.index() + 1 + random.below(count - 1)) % count);
            if let Some(slot) = open.iter().position(|slot| is_parked(slot, areas, [from, from], Some(&other))) {
                open.remove(slot);
            }
        }
        proposed.len() - open.len()
    };
    [parked.len(), proposed.len()].map(|all| Agreement::new(agree, all, draw))
}

/// Joins consecutive steps of one box. Steps of other boxes inside their areas do not part them, unless they fill a goal.
fn joined(board: &Board, steps: &[SolutionStep]) -> Vec<MadeTransfer> {
    let last: FxHashMap<usize, usize> = steps.iter().enumerate().map(|(index, step)| (step.number, index)).collect();
    let mut made: Vec<MadeTransfer> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let fills = last.get(&step.number) == Some(&index) && board.is_goal(step.to());
        let mine = made.iter().rposition(|made| made.number == step.number);
        let parts = |made: &MadeTransfer| made.fills || made.step.route.len() > 1;
        match mine.filter(|&mine| !made[mine + 1..].iter().any(parts)) {
            Some(mine) => {
                let MadeTransfer { step: whole, steps, fills: is_filled, pushes, .. } = &mut made[mine];
                whole.boxes[0].1 = step.to();
                whole.route.extend(&step.route);
                whole.route.dedup();
                (steps.end, *is_filled, *pushes) = (index + 1, fills, *pushes + step.pushes.len());
            }
            None => made.push(MadeTransfer {
                number: step.number,
                step: Step::transfer(step.from(), step.to(), step.route.clone()),
                steps: index..index + 1,
                fills,
                pushes: step.pushes.len(),
                slot: None,
                is_supplied: false,
            }),
        }
    }
    made
}

/// Returns the length of the longest subsequence that never falls.
fn longest_rise(numbers: &[usize]) -> usize {
    let mut ends: Vec<usize> = Vec::new();
    for &number in numbers {
        match ends.partition_point(|&end| end <= number) {
            place if place == ends.len() => ends.push(number),
            place => ends[place] = number,
        }
    }
    ends.len()
}
