//! A plan of transfers, and conditions on its borders.

use crate::level::{Board, Square};
use crate::maze::AreaId;
use crate::planner::Step;
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
