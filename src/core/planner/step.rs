//! A step of an abstract plan: as it is proposed, with the pushes that carried it out, or refused; and the trace of a
//! planner.

use super::Act;
use crate::abstraction::Label;
use crate::level::Square;
use crate::maze::{AreaId, Areas};
use crate::packing::PackingMove;
use crate::push::Push;
use serde::Serialize;
use std::fmt;

/// A step of an abstract plan: what happens to boxes of which areas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// One box goes through these areas, from the first to the last; all other areas keep their number of boxes.
    Transfer(Vec<AreaId>),
    /// The boxes of this area are pushed onto its goals; no box enters or leaves the area.
    Settle(AreaId),
    /// Boxes are moved inside this area, to prepare later steps.
    Arrange(AreaId),
    /// The full push search takes over and moves any box, until more goals of the plan are filled.
    Takeover,
}

impl Step {
    /// Returns the step that brings a box along a route to a goal in the last area: a settle if the route is one area.
    pub(super) fn along(route: &[AreaId]) -> Self {
        match route {
            &[area] => Self::Settle(area),
            route => Self::Transfer(route.to_vec()),
        }
    }

    /// Returns the areas in which the step may move boxes; none for a takeover, which may move any box.
    pub fn areas(&self) -> &[AreaId] {
        match self {
            Self::Transfer(route) => route,
            Self::Settle(area) | Self::Arrange(area) => std::slice::from_ref(area),
            Self::Takeover => &[],
        }
    }

    /// Returns one square of each area in which the step may move boxes.
    pub(super) fn squares(&self, areas: &Areas) -> Vec<Square> {
        self.areas().iter().map(|&area| areas.area(area).squares[0]).collect()
    }

    /// Returns the first and last area of a transfer, or the area of a settle or arrangement; empty for a takeover.
    pub fn ends(&self) -> Vec<AreaId> {
        match self {
            Self::Transfer(route) => vec![route[0], route[route.len() - 1]],
            Self::Settle(area) | Self::Arrange(area) => vec![*area],
            Self::Takeover => Vec::new(),
        }
    }

    /// Returns the hop over the first border of a transfer over several borders; `None` for all other steps.
    pub fn first_hop(&self) -> Option<Self> {
        match self {
            Self::Transfer(route) if route.len() > 2 => Some(Self::Transfer(route[..2].to_vec())),
            _ => None,
        }
    }
}

impl fmt::Display for Step {
    /// Writes the step with area numbers, e.g. `a3 > a1 > a0`, `settle a2`, `arrange a2`; a takeover is `push search`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Transfer(route) => {
                let names: Vec<String> = route.iter().map(|a| format!("a{}", a.0)).collect();
                f.write_str(&names.join(" > "))
            }
            Self::Arrange(area) => write!(f, "arrange a{}", area.0),
            Self::Settle(area) => write!(f, "settle a{}", area.0),
            Self::Takeover => f.write_str("push search"),
        }
    }
}

/// A step of an abstract plan that a search should carry out, and the packing step that it serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Step of the abstract plan that should be carried out by pushes.
    pub step: Step,
    /// Packing step that the proposal carries out, with the index in the packing plan; `None` without a packing plan.
    pub packs: Option<(usize, PackingMove)>,
}

impl From<Step> for Proposal {
    fn from(step: Step) -> Self {
        Self { step, packs: None }
    }
}

/// Why the push search found no way to carry out a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
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
pub struct Realisation {
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

impl Realisation {
    /// Creates a step without an operator, a packing step, a takeover or an effort.
    pub(super) const fn new(step: Step, pushes: Vec<Push>, position: usize, label: Label) -> Self {
        Self { step, pushes, position, label, act: None, packs: None, takeover: None, plan_nodes: None, push_nodes: 0 }
    }
}

/// Returns the pushes of all steps in one list, in the order of the steps.
pub fn pushes(steps: &[Realisation]) -> Vec<Push> {
    steps.iter().flat_map(|step| step.pushes.iter().copied()).collect()
}

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
