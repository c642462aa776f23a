//! Abstract plans of a level for pages, as a row of `plan --json` has them.

use crate::render::{HappenedRow, OutlineRow};
use crate::run::Answer;
use serde::{Deserialize, Serialize};

/// Abstract plans of a level and the steps of its solution, read from a row; other fields of the row are skipped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportPlan {
    /// Abstraction of the plans: `transfers`, `parts`, `counts` or `sets`.
    abstraction: String,
    /// Areas on which the plans were made.
    areas: Vec<PlannedArea>,
    /// Plans, the cheapest first.
    plans: Vec<AbstractPlan>,
    /// Whether there are no other plans.
    is_all: bool,
    /// Answer to the level; `None` if the plans are proposals that were not realised.
    pub answer: Option<Answer>,
    /// Outline of the solution, or of the best plan if there is no solution.
    outline: Option<OutlineRow>,
    /// Steps of the solution; left out in a row without one.
    #[serde(default)]
    steps: Vec<HappenedRow>,
    /// Number of proposals that were refused.
    refused: usize,
    /// Number of states expanded by the planner.
    plan_nodes: u64,
    /// Number of positions expanded by push searches.
    push_nodes: u64,
    /// Moves of the solution in LURD; `None` if the plans led to none.
    pub lurd: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PlannedArea {
    name: String,
    /// Row and column of each square of the area, from 0.
    places: Vec<(usize, usize)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct AbstractPlan {
    cost: u64,
    /// Result of the plan, in words.
    because: String,
    steps: Vec<AbstractStep>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct AbstractStep {
    step: String,
    label: String,
    cost: u64,
    /// Result of the step: `in_solution`, `realised`, `refused` or `untried`.
    fate: String,
    /// Purpose of the step in the packing plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    packs: Option<Packs>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Packs {
    to: (usize, usize),
    is_goal: bool,
}

impl ReportPlan {
    /// Maximum number of plans of a level, so that the page of a hundred levels stays small.
    const MOST: usize = 3;

    /// Returns the row with the cheapest plans only, as many as a page shows.
    #[must_use]
    pub fn shortened(mut self) -> Self {
        self.is_all &= self.plans.len() <= Self::MOST;
        self.plans.truncate(Self::MOST);
        self
    }

    /// Returns the plans without the solution, whose moves failed to replay; the answer becomes an internal error.
    #[must_use]
    pub fn without_solution(self) -> Self {
        Self { lurd: None, answer: Some(Answer::InternalError), outline: None, steps: Vec::new(), ..self }
    }
}
