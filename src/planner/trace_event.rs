//! The events that the planner records.

use super::{Split, Step};
use crate::abstraction::{Label, OperatorKind};
use crate::level::Square;
use serde::Serialize;

/// Why a step could not be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// All that the boxes of the step's areas can do was tried: another box is in the way, or a deadlock would follow.
    NoWay,
    /// The node cap of one realisation was met.
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
    /// The boxes beside the areas in which it might move boxes, ascending: they may be in its way. If there are none, those
    /// that it might move hinder each other.
    pub in_the_way: Vec<Square>,
    /// Whether all was tried, and no box outside could be pushed there: then it is refused in every position with the same
    /// boxes in these areas.
    pub is_local: bool,
    /// How certain it is that there is no way.
    pub label: Label,
}

/// How a plan came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanOrigin {
    /// The STRIPS planner made it, to the goal.
    Made,
    /// No plan to the goal was found: it is the nearest first step alone.
    FirstStep,
}

/// One event of the planner, in the order in which they happen. Positions are numbered as they are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// The STRIPS planner found a plan from a position; `None` when there is none around what was refused there.
    Planned {
        /// The position.
        position: usize,
        /// The steps of the plan, merged into transfers.
        plan: Option<Vec<Step>>,
        /// How it came about.
        origin: PlanOrigin,
    },
    /// A step was carried out.
    Realised {
        /// The position it was tried in.
        position: usize,
        /// The step.
        step: Step,
        /// How certain its outcome is.
        label: Label,
        /// The positions it led to.
        outcomes: Vec<usize>,
        /// Push nodes spent.
        nodes: u64,
    },
    /// A step led to positions that were known, and to no other: it was not refused.
    Known {
        /// The position it was tried in.
        position: usize,
        /// The step.
        step: Step,
        /// Push nodes spent.
        nodes: u64,
    },
    /// A step was refused.
    Refused {
        /// The position it was tried in.
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
        /// Its number.
        state: usize,
    },
    /// An exact rung: an operator led to a new abstract state, numbered in this order from 0.
    Reached {
        /// Its number.
        state: usize,
        /// The state in which the operator was applied.
        from: usize,
        /// The operator; `None` for the start.
        kind: Option<OperatorKind>,
        /// How certain its outcome is.
        label: Label,
        /// Operators, or pushes of boxes over borders, so far.
        cost: u32,
    },
    /// An exact rung: what an operator led to is contained in a state known before, and is dropped.
    Contained {
        /// The state in which the operator was applied.
        from: usize,
        /// The operator; `None` for the start.
        kind: Option<OperatorKind>,
        /// The state that contains it; `None` if it is the same.
        state: Option<usize>,
    },
    /// Refinement: a refused step showed that a block was too coarse.
    Refined(Split),
}

/// Number of proposed transfers, and of those that were realised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Proposals {
    /// Transfers that push search tried to realise, each in a real position.
    pub tried: u64,
    /// Those that it could carry out.
    pub realised: u64,
    /// Those that led to positions that were known: no refusals.
    pub known: u64,
}
