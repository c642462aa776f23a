//! Steps as rows of one table: those of solutions, and what was proposed beside them.
//!
//! Input: a level and its report. Output: a row a step, first those of the solution in order, then the other proposals of
//! the attempt of the plan side that had the last turn, in the order in which they were tried. A solution that a push
//! search found is one step.

use super::place::place;
use super::{area_names, step_words};
use crate::abstraction::Label;
use crate::level::{Level, Square};
use crate::planner::{Realised, Step, TraceEvent, Why};
use crate::solve::{PlanReport, Report, Strategy};
use itertools::Itertools;
use serde::Serialize;

/// A step of a solution, or one that was proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepRow<'a> {
    /// The file of the level.
    pub file: &'a str,
    /// Its number in the file.
    pub level: usize,
    /// The place in the solution, from 1; `None` for what is not part of it.
    pub step: Option<usize>,
    /// The number of the position in which it was tried, in the order in which they were found.
    pub position: Option<usize>,
    /// The step in words, `A > a > B`; the name of the search if a push search solved the level.
    pub transfer: String,
    /// How certain its outcome is.
    pub label: Option<Label>,
    /// The pushes in the solution.
    pub pushes: Option<usize>,
    /// The push nodes that were spent on it; `None` if they were not counted apart.
    pub nodes: Option<u64>,
    /// Whether pushes for it were found.
    pub realised: bool,
    /// Why none were.
    pub why: Option<Why>,
    /// The boxes that may be in the way, as rows and columns from 0: `3,6 4,6`.
    pub in_the_way: String,
}

/// The rows of a level.
pub fn step_rows<'a>(file: &'a str, number: usize, level: &Level, report: &Report) -> Vec<StepRow<'a>> {
    let row = |transfer: String, realised| StepRow {
        file,
        level: number,
        step: None,
        position: None,
        transfer,
        label: None,
        pushes: None,
        nodes: None,
        realised,
        why: None,
        in_the_way: String::new(),
    };
    let mut rows = Vec::new();
    if let (Some(solution), Some(strategy)) = (report.solution(), report.solved_by())
        && report.steps().is_none()
        && strategy != Strategy::START
    {
        let searched = report.searches.iter().find(|search| search.strategy == strategy);
        let (pushes, nodes) = (Some(solution.metrics.pushes), searched.map(|search| search.nodes));
        rows.push(StepRow { step: Some(1), pushes, nodes, ..row(strategy.word().to_owned(), true) });
    }
    let Some(plan) = &report.plan else { return rows };
    let names = area_names(&plan.areas);
    let words = |step: &Step| step_words(step, &names);
    for (place, step) in (1..).zip(plan.steps.iter().flatten()) {
        rows.push(StepRow {
            step: Some(place),
            position: Some(step.position),
            label: Some(step.label),
            pushes: Some(step.pushes.len()),
            nodes: nodes(report, step),
            ..row(words(&step.step), true)
        });
    }
    let place = |&square: &Square| place(&level.board, square);
    rows.extend(report.trace.iter().filter_map(|event| match event {
        TraceEvent::Realised { position, step, label, nodes, .. } if !is_in_solution(plan, *position, step) => {
            let (position, label, nodes) = (Some(*position), Some(*label), Some(*nodes));
            Some(StepRow { position, label, nodes, ..row(words(step), true) })
        }
        TraceEvent::Refused { position, refusal } => Some(StepRow {
            position: Some(*position),
            label: Some(refusal.label),
            nodes: Some(refusal.nodes),
            why: Some(refusal.why),
            in_the_way: refusal.in_the_way.iter().map(place).join(" "),
            ..row(words(&refusal.step), false)
        }),
        _ => None,
    }));
    rows
}

/// The push nodes of a step of the solution; none are known of the last one, with which the search ends.
pub(super) fn nodes(report: &Report, realised: &Realised) -> Option<u64> {
    let spent = report.trace.iter().filter_map(|event| match event {
        TraceEvent::Realised { position, step, nodes, .. } => {
            (*position == realised.position && *step == realised.step).then_some(*nodes)
        }
        _ => None,
    });
    spent.max()
}

fn is_in_solution(plan: &PlanReport, position: usize, step: &Step) -> bool {
    plan.steps.iter().flatten().any(|realised| realised.position == position && realised.step == *step)
}
