//! The events that the planner records.

use super::{Split, Step};
use crate::abstraction::{Label, OperatorKind};
use crate::level::Square;
use serde::Serialize;

/// The reason why a step could not be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// All pushes of the boxes in the step's areas were tried: another box is in the way, or a deadlock would follow.
    NoWay,
    /// The node limit of one realisation was met.
    NodeCap,
}

/// A step that was refused in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The step.
    pub step: Step,
    /// The reason.
    pub why: Why,
    /// Push nodes spent on it.
    pub nodes: u64,
    /// The boxes beside the areas in which the step may move boxes, ascending: they may be in its way. If there are
    /// none, the boxes that it may move hinder each other.
    pub in_the_way: Vec<Square>,
    /// Whether all pushes were tried and no box outside could be pushed into the areas: then the step is refused in
    /// every position with equal boxes in these areas.
    pub is_local: bool,
    /// The label: how certain the refusal is.
    pub label: Label,
}

/// The origin of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanOrigin {
    /// The STRIPS planner found a plan to the goal.
    Made,
    /// No plan to the goal was found: the plan is the nearest first step alone.
    FirstStep,
}

/// An event of the planner. Positions are numbered in the order in which they are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// The STRIPS planner searched for a plan from a position.
    Planned {
        /// The position.
        position: usize,
        /// The steps of the plan, merged into transfers; `None` if no plan avoids the steps refused there.
        plan: Option<Vec<Step>>,
        /// The origin of the plan.
        origin: PlanOrigin,
    },
    /// A step was carried out.
    Realised {
        /// The position in which it was tried.
        position: usize,
        /// The step.
        step: Step,
        /// The label of its outcome.
        label: Label,
        /// The positions that the step led to.
        outcomes: Vec<usize>,
        /// Push nodes spent.
        nodes: u64,
    },
    /// A step led to known positions alone: it was not refused.
    Known {
        /// The position in which it was tried.
        position: usize,
        /// The step.
        step: Step,
        /// Push nodes spent.
        nodes: u64,
    },
    /// A step was refused.
    Refused {
        /// The position in which it was tried.
        position: usize,
        /// The step and the reason.
        refusal: Refusal,
    },
    /// A search began, or had its next turn.
    Began {
        /// The kind of search.
        attempt: String,
    },
    /// An exact rung: an abstract state was expanded.
    Expanded {
        /// The number of the state.
        state: usize,
    },
    /// An exact rung: an operator led to a new abstract state, numbered in this order from 0.
    Reached {
        /// The number of the state.
        state: usize,
        /// The state in which the operator was applied.
        from: usize,
        /// The operator; `None` for the start.
        kind: Option<OperatorKind>,
        /// The label of its outcome.
        label: Label,
        /// The cost so far: operators, or pushes of boxes over borders.
        cost: u32,
    },
    /// An exact rung: a known state contains the outcome of an operator, which is dropped.
    Contained {
        /// The state in which the operator was applied.
        from: usize,
        /// The operator; `None` for the start.
        kind: Option<OperatorKind>,
        /// The state that contains it; `None` if the outcome equals a known state.
        state: Option<usize>,
    },
    /// Refinement: a refused step showed that a block was too coarse.
    Refined(Split),
}

/// The numbers of proposed and of realised transfers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proposals {
    /// The transfers that push search tried to realise, each in a real position.
    pub tried: u64,
    /// The realised transfers.
    pub realised: u64,
    /// The transfers that led to known positions; they are no refusals.
    pub known: u64,
}
