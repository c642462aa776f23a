//! The trace of a planner: plans made, steps tried, states reached.

use super::{Refusal, Step};
use crate::abstraction::Label;
use serde::Serialize;

/// What the STRIPS planner found: a whole plan, or only a first step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlanOrigin {
    /// A plan that reaches the goal of the STRIPS task.
    Made,
    /// No plan reaches the goal: the plan has only one step, with a box of the nearest area possible.
    FirstStep,
}

/// One entry of the trace of a planner. Positions are numbered from 0 in the order in which they are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEntry {
    /// The STRIPS planner searched for a plan from a position.
    Planned {
        /// Number of the position from which a plan was searched for.
        position: usize,
        /// Steps of the plan, with hops merged into transfers; `None` if no plan avoids the refused steps.
        plan: Option<Vec<Step>>,
        /// Whether the plan reaches the goal of the STRIPS task.
        origin: PlanOrigin,
    },
    /// A step was carried out and led to new positions.
    Realised {
        /// Number of the position in which the step was tried.
        position: usize,
        /// Step of the abstract plan that was carried out.
        step: Step,
        /// Label of the step: how certain its outcome is.
        label: Label,
        /// Numbers of the new positions to which the step led.
        outcomes: Vec<usize>,
        /// Number of push nodes (positions of push searches) spent on the step.
        nodes: u64,
    },
    /// A step was carried out, but led only to positions that were known already.
    Known {
        /// Number of the position in which the step was tried.
        position: usize,
        /// Step of the abstract plan that was carried out.
        step: Step,
        /// Number of push nodes (positions of push searches) spent on the step.
        nodes: u64,
    },
    /// A step of an abstract plan could not be carried out.
    Refused {
        /// Number of the position in which the step was tried.
        position: usize,
        /// Step that could not be carried out, and why.
        refusal: Refusal,
    },
}

/// How many transfers were proposed, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proposals {
    /// Number of transfers that push search tried to carry out, each in a position that was reached by pushes.
    pub tried: u64,
    /// Number of transfers that were carried out and led to new positions.
    pub realised: u64,
    /// Number of transfers that led only to known positions; they do not count as refused.
    pub known: u64,
}
