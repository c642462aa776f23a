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

use crate::level::{Board, Position, Square};
use crate::maze::AreaId;
use crate::packing::PackingPlan;
use crate::planner::{PlanningContext, Step};
use crate::run::{Meter, Stop};
use itertools::Itertools;
use rehearsal::Rehearsal;
use sources::{Loose, SourcePlan, Ways};
use std::collections::BTreeSet;

/// A plan of transfers, made before any push is tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Transfers in order. The square at the end of each is a goal or a place to park.
    pub transfers: Vec<Step>,
    /// For each transfer the number of steps of the packing plan that are done when it is due; empty without one.
    pub(crate) due: Vec<usize>,
}

impl Plan {
    /// True if a transfer between two squares is due after this number of steps of the packing plan.
    pub(crate) fn is_due(&self, done: usize, from: Square, to: Square) -> bool {
        let first = self.due.partition_point(|&due| due < done);
        let due = self.due[first..].iter().zip(&self.transfers[first..]).take_while(|(due, _)| **due == done);
        due.into_iter().any(|(_, step)| step.ends() == Some((from, to)))
    }

    /// True if a transfer fills a goal: no later transfer takes the box away again.
    pub fn fills(&self, board: &Board, transfer: usize) -> bool {
        let Some((_, to)) = self.transfers[transfer].ends() else { return false };
        let leaves = |later: &Step| later.ends().is_some_and(|(from, _)| from == to);
        board.is_goal(to) && !self.transfers[transfer + 1..].iter().any(leaves)
    }

    pub(super) fn add(&mut self, due: usize, transfer: Step) {
        self.transfers.push(transfer);
        self.due.push(due);
    }

    pub(crate) fn without_order(transfers: Vec<Step>) -> Self {
        Self { transfers, due: Vec::new() }
    }
}

/// Borders between areas (from, to) that some box must cross, and borders that no box may cross.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// Borders that must be crossed, each by some box; at most 64.
    pub forced: BTreeSet<(AreaId, AreaId)>,
    /// Borders that no box may cross.
    pub forbidden: BTreeSet<(AreaId, AreaId)>,
}

impl Conditions {
    /// True if no border is forced or forbidden.
    pub fn is_empty(&self) -> bool {
        self.forced.is_empty() && self.forbidden.is_empty()
    }

    /// True if a box that enters these areas in order crosses a forbidden border.
    pub fn forbids(&self, route: &[AreaId]) -> bool {
        !self.forbidden.is_empty() && route.windows(2).any(|pair| self.forbidden.contains(&(pair[0], pair[1])))
    }
}

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
