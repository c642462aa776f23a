//! A step of a plan that was carried out.

use super::{Act, Step};
use crate::abstraction::Label;
use crate::level::Square;
use crate::push::Push;

/// A step that was carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Realised {
    /// The step.
    pub step: Step,
    /// Its pushes.
    pub pushes: Vec<Push>,
    /// The number of the position in which it was tried; on the exact rungs the number of its operator in the plan.
    pub position: usize,
    /// The label of its outcome when it was carried out; for a takeover, the label of the realisations before it.
    pub label: Label,
    /// The kind of the operator of room events that it is part of; `None` for other planners.
    pub act: Option<Act>,
    /// The square to which the packing plan brings the box; `None` without a packing plan.
    pub target: Option<Square>,
    /// The number of steps tried in its position up to this one; `None` on the exact rungs, which try none.
    pub plan_nodes: Option<u64>,
    /// Push nodes spent on it.
    pub push_nodes: u64,
}

impl Realised {
    /// Makes a step of an exact rung, whose pushes come from tables.
    pub(super) const fn by_table(step: Step, pushes: Vec<Push>, position: usize, label: Label) -> Self {
        Self { step, pushes, position, label, act: None, target: None, plan_nodes: None, push_nodes: 0 }
    }

    /// Makes a step of parts that were searched one by one.
    pub const fn by_parts(step: Step, pushes: Vec<Push>, position: usize, label: Label, push_nodes: u64) -> Self {
        Self { step, pushes, position, label, act: None, target: None, plan_nodes: None, push_nodes }
    }

    /// Makes a step of the planner of room events that brings a box to the square `target`.
    pub(super) const fn by_event(
        step: Step,
        pushes: Vec<Push>,
        position: usize,
        label: Label,
        act: Act,
        target: Option<Square>,
    ) -> Self {
        Self { step, pushes, position, label, act: Some(act), target, plan_nodes: None, push_nodes: 0 }
    }

    /// Makes a step of a coarse plan, carried out with this number of push nodes after `plan_nodes` tries in its
    /// position.
    pub(super) const fn by_proposal(
        step: Step,
        pushes: Vec<Push>,
        position: usize,
        label: Label,
        plan_nodes: u64,
        push_nodes: u64,
    ) -> Self {
        let plan_nodes = Some(plan_nodes);
        Self { step, pushes, position, label, act: None, target: None, plan_nodes, push_nodes }
    }
}

/// The realised steps of a solution, first to last.
pub type Solution = Vec<Realised>;
