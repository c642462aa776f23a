//! The part of a plan that was carried out: the transfers made, compared with the transfers proposed.
//!
//! ```text
//!   proposed      1  (4,4) A > b > C fills (8,5)       made      1  (2,5) A > c        parks: added
//!                 2  (2,5) A > c > D fills (1,9)                 2  (2,5) c > D        fills (1,9): proposal 2
//!                                                                3  (4,4) A > b > C    fills (8,5): proposal 1
//!   2 of 2 were carried out, 1 of them in this order, 1 was added
//! ```
//! Boxes are identified by replay, so the result does not depend on the search that found the pushes.

use super::{Plan, Step};
use crate::level::{Board, Position, Square};
use crate::maze::Areas;
use crate::push::{Push, walk_and_push};
use crate::steps::{SolutionStep, lines};
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
    /// Index of the proposed transfer that it carries out; `None` if it was added.
    pub proposal: Option<usize>,
}

/// The transfers made, compared with the transfers proposed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fidelity {
    /// Number of proposed transfers.
    pub proposed: usize,
    /// Number of proposed transfers that were carried out.
    pub carried_out: usize,
    /// Number of these that were carried out in the proposed order: the greatest that can be counted.
    pub in_order: usize,
    /// Transfers that were made, in order.
    pub made: Vec<MadeTransfer>,
}

impl Fidelity {
    /// Compares a plan with the pushes that were made from a position. A proposal is carried out by a transfer of the same
    /// box, or of a box from the same area, to the same goal or to the same area for parking. Boxes that were only moved
    /// inside their area, and fill no goal, made no transfer, unless it was proposed.
    pub fn of(board: &Board, areas: &Areas, start: &Position, plan: &Plan, pushes: &[Push]) -> Self {
        let moves = walk_and_push(board, start, pushes).and_then(|(lurd, _)| lurd.parse().ok());
        let steps = moves.and_then(|moves| lines(board, start, &moves, areas).ok()).unwrap_or_default();
        let mut made = joined(board, &steps);
        let numbers = numbers_of(plan, start);
        let mut carried_out = Vec::new();
        for (proposal, (transfer, number)) in plan.transfers.iter().zip(numbers).enumerate() {
            let Some((from, to)) = transfer.ends() else { continue };
            let fills = plan.fills(board, proposal);
            let fits = |made: &MadeTransfer| {
                let Some((begin, end)) = made.step.ends() else { return false };
                let origin = start.boxes[made.number];
                let is_source = [begin, origin].iter().any(|&square| areas.area_of(square) == areas.area_of(from));
                let is_end = if fills { end == to } else { areas.area_of(end) == areas.area_of(to) };
                made.proposal.is_none() && is_end && made.fills == fills && (Some(made.number) == number || is_source)
            };
            let own = made.iter().position(|made| Some(made.number) == number && fits(made));
            if let Some(index) = own.or_else(|| made.iter().position(fits)) {
                made[index].proposal = Some(proposal);
                carried_out.push(index);
            }
        }
        made.retain(|made| made.proposal.is_some() || made.fills || made.step.route.len() > 1);
        Self {
            proposed: plan.transfers.len(),
            carried_out: carried_out.len(),
            in_order: longest_rise(&carried_out),
            made,
        }
    }

    /// Returns the number of transfers that were made and not proposed.
    pub fn added(&self) -> usize {
        self.made.iter().filter(|made| made.proposal.is_none()).count()
    }
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
                proposal: None,
            }),
        }
    }
    made
}

/// Returns for each transfer of a plan the number of its box at the start; `None` if no box can be there.
fn numbers_of(plan: &Plan, start: &Position) -> Vec<Option<usize>> {
    let mut at: Vec<Square> = start.boxes.clone();
    let number = |step: &Step| {
        let (from, to) = step.ends()?;
        let number = at.iter().position(|&square| square == from)?;
        at[number] = to;
        Some(number)
    };
    plan.transfers.iter().map(number).collect()
}

/// Returns the length of the longest rising subsequence of different numbers.
fn longest_rise(numbers: &[usize]) -> usize {
    let mut ends: Vec<usize> = Vec::new();
    for &number in numbers {
        match ends.partition_point(|&end| end < number) {
            place if place == ends.len() => ends.push(number),
            place => ends[place] = number,
        }
    }
    ends.len()
}
