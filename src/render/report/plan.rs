//! Abstract plans of a level, as a row of `plan --json` has them.

use crate::render::{HappenedRow, OutlineRow};
use crate::run::Answer;
use serde::{Deserialize, Serialize};

/// The plans, and the steps of the solution. It is read from a row, whose other fields are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportPlan {
    /// `transfers`, or the rung.
    abstraction: String,
    /// The areas that were planned on.
    areas: Vec<PlannedArea>,
    /// The cheapest first.
    plans: Vec<AbstractPlan>,
    /// Whether there are no others.
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
    /// Row and column from 0; empty in rows of older versions.
    #[serde(default)]
    places: Vec<(usize, usize)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct AbstractPlan {
    cost: u64,
    /// What became of it, in words.
    #[serde(default)]
    because: String,
    steps: Vec<AbstractStep>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct AbstractStep {
    step: String,
    label: String,
    cost: u64,
    /// What became of it.
    fate: String,
    /// What it is for in the packing plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    packs: Option<Packs>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Packs {
    to: (usize, usize),
    is_goal: bool,
}

impl ReportPlan {
    /// The plans that are kept: it keeps the page of a hundred levels small.
    const MOST: usize = 3;

    /// The same with no more plans than a page shows.
    #[must_use]
    pub fn shortened(mut self) -> Self {
        self.is_all &= self.plans.len() <= Self::MOST;
        self.plans.truncate(Self::MOST);
        self
    }

    /// The same without a solution.
    #[must_use]
    pub fn without_solution(self) -> Self {
        Self { lurd: None, answer: Some(Answer::InternalError), outline: None, steps: Vec::new(), ..self }
    }
}
