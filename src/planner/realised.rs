//! A plan step that was carried out, with its pushes.

use super::{Act, Step};
use crate::abstraction::Label;
use crate::packing::PackingMove;
use crate::push::Push;

/// The reason why the full push search took over from the planner of room events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakeoverReason {
    /// The planner made no progress while it expanded this number of positions.
    NoFurther(u64),
    /// The planner of room events had tried all its operators.
    NothingLeft,
}

impl TakeoverReason {
    /// Returns the value of the JSON key that holds the reason, e.g. `no_further`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NoFurther(_) => "no_further",
            Self::NothingLeft => "nothing_left",
        }
    }
}

/// A plan step that was carried out, with its pushes and the effort spent on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Realised {
    /// Step of the abstract plan that was carried out.
    pub step: Step,
    /// Pushes that carried out the step.
    pub pushes: Vec<Push>,
    /// Number of the position in which the step was tried; on `sets` and of groups, its place in the plan.
    pub position: usize,
    /// How certain the outcome was when the step was carried out; [`Label::Unknown`] for a takeover.
    pub label: Label,
    /// Kind of room-event operator to which the step belongs; `None` for other planners.
    pub act: Option<Act>,
    /// Packing step due when the step was chosen, with its index in the packing plan; `None` without a packing plan.
    pub packs: Option<(usize, PackingMove)>,
    /// Why the full push search took over and found the pushes; `None` if the planner found them.
    pub takeover: Option<TakeoverReason>,
    /// Number of steps tried in the position, this step included; `None` if the planner does not count steps.
    pub plan_nodes: Option<u64>,
    /// Number of push nodes (positions of push searches) spent on carrying out the step.
    pub push_nodes: u64,
}

impl Realised {
    /// Creates a step of a plan on `sets`, whose pushes are read from tables of local states.
    pub(super) const fn by_table(step: Step, pushes: Vec<Push>, position: usize, label: Label) -> Self {
        Self { step, pushes, position, label, act: None, packs: None, takeover: None, plan_nodes: None, push_nodes: 0 }
    }

    /// Creates a step of the plan of [`super::agenda`], in which each group of boxes was searched alone.
    pub const fn by_group(step: Step, pushes: Vec<Push>, position: usize, label: Label, push_nodes: u64) -> Self {
        Self { step, pushes, position, label, act: None, packs: None, takeover: None, plan_nodes: None, push_nodes }
    }

    /// Creates a step of the planner of room events, chosen when `packs` was the next step of the packing plan.
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

    /// Creates a step from pushes of the full push search, which took over for this reason.
    pub(super) fn by_takeover(
        pushes: Vec<Push>,
        position: usize,
        packs: Option<(usize, PackingMove)>,
        reason: TakeoverReason,
    ) -> Self {
        let step = Self::by_event(Step::Takeover, pushes, position, Label::Unknown, Act::Takeover, packs);
        Self { takeover: Some(reason), ..step }
    }

    /// Creates a step of a coarse plan: it was number `plan_nodes`, from 1, of the steps tried in its position, and
    /// `push_nodes` push nodes were spent on it.
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

/// Returns the pushes of all steps in one list, in the order of the steps.
pub fn pushes(steps: &[Realised]) -> Vec<Push> {
    steps.iter().flat_map(|step| step.pushes.iter().copied()).collect()
}
