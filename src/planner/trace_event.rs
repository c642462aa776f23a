//! The trace of a planner: plans made, steps tried, states reached.

use super::Step;
use crate::abstraction::Label;
use crate::level::Square;
use serde::Serialize;

/// Why the push search found no way to carry out a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// All pushes of boxes in the areas of the step were tried: a box elsewhere, or a deadlock, prevents the step.
    NoWay,
    /// The push search for the step reached its node limit.
    NodeCap,
}

/// A step that could not be carried out in some position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Step of the abstract plan that could not be carried out.
    pub step: Step,
    /// Whether all pushes were tried or the node limit ended the search.
    pub why: Why,
    /// Number of push nodes (positions of push searches) spent on the attempt.
    pub nodes: u64,
    /// Boxes next to the areas in which the step may move boxes, ascending: these boxes may block the step. If empty,
    /// the movable boxes block each other.
    pub in_the_way: Vec<Square>,
    /// Whether all pushes were tried and no outside box could be pushed into the areas: the step then fails in every
    /// position with equal boxes in these areas.
    pub is_local: bool,
    /// Label of the step: how certain it is that the step cannot be carried out.
    pub label: Label,
}

/// What the STRIPS planner found: a whole plan, or only a first step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanOrigin {
    /// A plan that reaches the goal of the STRIPS task.
    Made,
    /// No plan reaches the goal: the plan has only one step, with a box of the nearest area possible.
    FirstStep,
}

/// One event in the trace of a planner. Positions are numbered from 0 in the order in which they are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEvent {
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
