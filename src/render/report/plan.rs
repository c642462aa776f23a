//! Abstract plans of a level, as a row of `plan --json` has them.

use crate::render::{HappenedRow, OutlineRow};
use crate::run::Answer;
use serde::{Deserialize, Serialize};

/// The plans of a level and the steps of its solution, read from a row; other fields of the row are skipped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportPlan {
    /// `transfers`, or the rung.
    abstraction: String,
    /// The areas that were planned on.
    areas: Vec<PlannedArea>,
    /// The plans, the cheapest first.
    plans: Vec<AbstractPlan>,
    /// Whether these are all plans.
    is_all: bool,
    /// `None` if the plans are proposals that were not realised.
    pub answer: Option<Answer>,
    /// The outline of the solution, or of the best plan so far.
    #[serde(default)]
    outline: Option<OutlineRow>,
    /// The steps of the solution; none in rows of older versions.
    #[serde(default)]
    steps: Vec<HappenedRow>,
    /// Proposals that were refused.
    refused: usize,
    /// States of the planner.
    plan_nodes: u64,
    /// Positions of push searches.
    push_nodes: u64,
    /// The solution, if the plans led to one.
    pub lurd: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PlannedArea {
    name: String,
    /// The row and column of each box, from 0; empty in rows of older versions.
    #[serde(default)]
    places: Vec<(usize, usize)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct AbstractPlan {
    cost: u64,
    /// The outcome of the plan, in words.
    #[serde(default)]
    because: String,
    steps: Vec<AbstractStep>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct AbstractStep {
    step: String,
    label: String,
    cost: u64,
    /// The outcome of the step.
    fate: String,
    /// Its purpose in the packing plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    packs: Option<Packs>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Packs {
    to: (usize, usize),
    is_goal: bool,
}

impl ReportPlan {
    /// The most plans of a level: the page of a hundred levels stays small.
    const MOST: usize = 3;

    /// Drops the plans that a page does not show.
    #[must_use]
    pub fn shortened(mut self) -> Self {
        self.is_all &= self.plans.len() <= Self::MOST;
        self.plans.truncate(Self::MOST);
        self
    }

    /// Drops the solution.
    #[must_use]
    pub fn without_solution(self) -> Self {
        Self { lurd: None, answer: Some(Answer::InternalError), outline: None, steps: Vec::new(), ..self }
    }
}
