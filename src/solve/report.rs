//! What is known of a level after it was solved, or not.

use super::{Explanation, Improved};
use crate::level::Metrics;
use crate::run::Answer;
use crate::search::optimal::Metric;
use std::time::Duration;

/// A verified solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves; empty where the level was solved from the start.
    pub lurd: String,
    /// What it costs.
    pub metrics: Metrics,
}

/// The report on one level.
#[derive(Clone, Debug)]
pub struct Report {
    /// What is said of the level.
    pub answer: Answer,
    /// The solution, where there is one.
    pub solution: Option<Solution>,
    /// States of the planner.
    pub plan_nodes: u64,
    /// Positions of push searches, realisations included.
    pub push_nodes: u64,
    /// The share of the pushes that realised steps of an abstract plan, from 0 to 1.
    pub plan_share: f64,
    /// Which part ended it: `start`, `plan`, or the name of the push search; `None` where none did.
    pub solved_by: Option<&'static str>,
    /// Why the search ended, in a word.
    pub stop: &'static str,
    /// What the solution was to have least of, where that was asked for; if there is a solution, it is proved.
    pub metric: Option<Metric>,
    /// No solution has less of what the metric counts first. `None` without a metric, and where there is no solution.
    pub lower_bound: Option<u32>,
    /// Wall-clock time.
    pub time: Duration,
    /// The most bytes held at once, as counted by us.
    pub peak_bytes: u64,
    /// What improvement came to, where it was asked for.
    pub improved: Option<Improved>,
    /// The story.
    pub explanation: Explanation,
}

impl Report {
    /// Is the solution proved to be a shortest one in its metric? One that was changed since need not be.
    pub const fn is_optimal(&self) -> bool {
        self.solution.is_some() && self.metric.is_some() && self.improved.is_none()
    }
}
