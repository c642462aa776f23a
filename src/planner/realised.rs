//! A step of a plan that was carried out.

use super::{Act, Step};
use crate::abstraction::Label;
use crate::packing::PackingMove;
use crate::push::Push;

/// The reason why the full push search took over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakeoverReason {
    /// The planner made no progress in this number of positions.
    NoFurther(u64),
    /// The planner had tried all its operators.
    NothingLeft,
}

impl TakeoverReason {
    /// Returns the word of rows.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NoFurther(_) => "no_further",
            Self::NothingLeft => "nothing_left",
        }
    }
}

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
    /// The next step of the packing plan when it was chosen, with its number from 0; `None` without a packing plan.
    pub packs: Option<(usize, PackingMove)>,
    /// The reason why the full push search took over, if it did.
    pub takeover: Option<TakeoverReason>,
    /// The number of steps tried in its position up to this one; `None` on the exact rungs, which try none.
    pub plan_nodes: Option<u64>,
    /// Push nodes spent on it.
    pub push_nodes: u64,
}

impl Realised {
    /// Makes a step of an exact rung, whose pushes come from tables.
    pub(super) const fn by_table(step: Step, pushes: Vec<Push>, position: usize, label: Label) -> Self {
        Self { step, pushes, position, label, act: None, packs: None, takeover: None, plan_nodes: None, push_nodes: 0 }
    }

    /// Makes a step of parts that were searched one by one.
    pub const fn by_parts(step: Step, pushes: Vec<Push>, position: usize, label: Label, push_nodes: u64) -> Self {
        Self { step, pushes, position, label, act: None, packs: None, takeover: None, plan_nodes: None, push_nodes }
    }

    /// Makes a step of the planner of room events, chosen when `packs` was the next step of the packing plan.
    pub(super) const fn by_event(
        step: Step,
        pushes: Vec<Push>,
        position: usize,
        label: Label,
        act: Act,
        packs: Option<(usize, PackingMove)>,
    ) -> Self {
        let act = Some(act);
        Self { step, pushes, position, label, act, packs, takeover: None, plan_nodes: None, push_nodes: 0 }
    }

    /// Makes a step of the pushes of the full push search, which took over.
    pub(super) fn by_takeover(
        pushes: Vec<Push>,
        position: usize,
        packs: Option<(usize, PackingMove)>,
        reason: TakeoverReason,
    ) -> Self {
        let step = Self::by_event(Step::Takeover, pushes, position, Label::Unknown, Act::Takeover, packs);
        Self { takeover: Some(reason), ..step }
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
        Self { step, pushes, position, label, act: None, packs: None, takeover: None, plan_nodes, push_nodes }
    }
}

/// Returns the pushes of steps, one after the other.
pub fn pushes(steps: &[Realised]) -> Vec<Push> {
    steps.iter().flat_map(|step| step.pushes.iter().copied()).collect()
}
