//! The steps of a solution, for pages.

use crate::level::Level;
use crate::render::StepsView;
use crate::solve::Explained;
use itertools::Itertools;
use serde::Serialize;

/// A step of a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportStep {
    /// Its areas in words, as `A > b > C` or `arrange A`.
    pub words: String,
    /// The names of its areas.
    pub areas: Vec<String>,
    /// The number of moves before it, and after it.
    pub first: usize,
    /// See [`ReportStep::first`].
    pub last: usize,
    /// Its pushes.
    pub pushes: usize,
    /// Its purpose.
    pub purpose: String,
    /// Whether a plan proposed it before its pushes were searched.
    pub proposed: bool,
    /// The label of a transfer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

impl ReportStep {
    /// The steps of a solution.
    pub fn all(level: &Level, explained: &Explained) -> Vec<Self> {
        let rows = StepsView::new(level, explained).rows();
        let step = |(row, step): (crate::render::HappenedRow, &crate::steps::SolutionStep)| Self {
            areas: row.boxes.iter().flat_map(|moved| moved.areas.iter().cloned()).dedup().collect(),
            words: row.words,
            first: step.moves.start,
            last: step.moves.end,
            pushes: row.pushes,
            purpose: row.purpose,
            proposed: row.proposed,
            label: row.label,
        };
        rows.into_iter().zip(&explained.steps).map(step).collect()
    }
}
