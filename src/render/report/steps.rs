//! The steps of a solution, for pages.

use crate::level::Level;
use crate::render::StepsView;
use crate::solve::Explained;
use itertools::Itertools;
use serde::Serialize;

/// Step of a solution: boxes moved between or inside areas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportStep {
    /// Areas of the step in words, as `A > b > C` or `arrange A`.
    pub words: String,
    /// Names of the areas of the step.
    pub areas: Vec<String>,
    /// Number of moves before the step.
    pub first: usize,
    /// Number of moves up to the end of the step.
    pub last: usize,
    /// Number of pushes of the step.
    pub pushes: usize,
    /// What the step is for in the solution: `fills 6,1`.
    pub purpose: String,
    /// Whether a plan proposed the step before its pushes were searched.
    pub proposed: bool,
    /// Label of a transfer: how certain its outcome was; `None` for an arrangement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

impl ReportStep {
    /// Returns all steps of an explained solution.
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
