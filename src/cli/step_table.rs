//! The table of `explain --format csv`: a line for each step of a solution in order, then for each other proposal of the
//! last attempt to plan, in the order in which they were tried.

use super::Failure;
use super::output::Output;
use super::select::Picked;
use crate::abstraction::Label;
use crate::level::{Level, Square};
use crate::maze::Areas;
use crate::planner::{Step, TraceEntry, Why};
use crate::render::{StepsView, area_names, happened_words, names_after, step_words};
use crate::run::safe_cell;
use crate::solve::{Explained, PlanReport, Report};
use crate::steps::Trip;
use itertools::Itertools;
use serde::Serialize;
use std::borrow::Cow;
use std::io;

/// Table of steps as CSV, which grows level by level.
pub(super) struct StepTable {
    writer: csv::Writer<Output>,
}

impl StepTable {
    /// Names of the columns, for a table without rows.
    const COLUMNS: [&str; 16] = [
        "file",
        "level",
        "step",
        "position",
        "transfer",
        "label",
        "pushes",
        "nodes",
        "realised",
        "why",
        "in_the_way",
        "kind",
        "boxes",
        "purpose",
        "proposed",
        "lurd",
    ];

    /// Begins the table, with its header, on an opened output.
    pub(super) fn on(output: Output) -> Result<Self, Failure> {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(output);
        writer.write_record(Self::COLUMNS).map_err(io::Error::from)?;
        Ok(Self { writer })
    }

    /// Adds the rows of a level.
    pub(super) fn add(
        &mut self,
        picked: &Picked,
        areas: &Areas,
        report: Option<&Report>,
        explained: Option<&Explained>,
    ) -> Result<(), Failure> {
        let Ok(level) = &picked.entry.body else { return Ok(()) };
        let mut rows = lines(&picked.file, picked.entry.number, level, areas, report, explained).into_iter().peekable();
        // A header alone does not replace an old file.
        if rows.peek().is_none() {
            return Ok(());
        }
        rows.try_for_each(|row| self.writer.serialize(row)).map_err(io::Error::from)?;
        Ok(self.writer.flush()?)
    }

    /// Writes the remaining rows and ends the file.
    pub(super) fn close(self) -> Result<(), Failure> {
        self.writer.into_inner().map_err(|error| error.into_error())?.close()
    }
}

/// Row of a table: a step of a solution, or a step that was proposed but is not part of it.
#[derive(Clone, Debug, Serialize)]
struct Line<'a> {
    /// Name of the file of the level.
    file: Cow<'a, str>,
    /// Number of the level in the file, from 1.
    level: usize,
    /// Number of the step in the solution, from 1; `None` for a step outside it.
    step: Option<usize>,
    /// Number of the position in which the step was tried (positions are numbered in order of discovery); `None` if the
    /// solution was not planned.
    position: Option<usize>,
    /// Step in words, as it happened or was proposed: `A > a > B`.
    transfer: String,
    /// Label of the step (how certain its outcome is); `None` for a step without a label, such as an arrangement.
    label: Option<&'static str>,
    /// Number of pushes of the step in the solution; `None` for a step outside it.
    pushes: Option<usize>,
    /// Number of push nodes spent on the step; `None` if they were not counted for this step alone.
    nodes: Option<u64>,
    /// Whether pushes that carry the step out were found.
    realised: bool,
    /// Reason why no pushes were found; `None` if pushes were found.
    why: Option<Why>,
    /// Squares of the boxes that may be in the way, as rows and columns from 0: `3,6 4,6`.
    in_the_way: String,
    /// Kind of the step: `transfer` or `arrangement`; `None` for a step outside the solution.
    kind: Option<&'static str>,
    /// Squares of each moved box before and after the step: `3,6>4,6 5,1>5,2`; empty for a step outside the solution.
    boxes: String,
    /// What the step is for in the solution, as `fills 6,1`; empty for a step outside it.
    purpose: String,
    /// Whether a plan proposed the step before its pushes were searched.
    proposed: bool,
    /// Moves of the step in LURD; those of all steps joined in order are the solution. Empty for a step outside it.
    lurd: String,
}

/// Returns the rows of a level: the steps of `explained`, then other proposals in `report`. `areas` are the areas
/// shown.
fn lines<'a>(
    file: &'a str,
    number: usize,
    level: &Level,
    areas: &Areas,
    report: Option<&Report>,
    explained: Option<&Explained>,
) -> Vec<Line<'a>> {
    let row = |transfer: String, realised| Line {
        file: safe_cell(file),
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
        kind: None,
        boxes: String::new(),
        purpose: String::new(),
        proposed: !realised,
        lurd: String::new(),
    };
    let names = area_names(areas);
    let plan = report.and_then(|report| report.plan.as_ref());
    let mut rows = Vec::new();
    // 1. Steps of the solution.
    let place = |square: Square| {
        let (row, column) = level.board.row_column(square);
        format!("{row},{column}")
    };
    let trip = |trip: &Trip| format!("{}>{}", place(trip.from()), place(trip.to()));
    if let Some(explained) = explained {
        let told = StepsView::new(level, explained).rows();
        for ((at, step), told) in explained.steps.iter().enumerate().zip(told) {
            let operator = explained.operators.get(at);
            let of_plan = operator.and_then(|operator| plan?.steps.as_ref()?.get(operator.number));
            rows.push(Line {
                step: Some(at + 1),
                position: of_plan.map(|realised| realised.position),
                label: step.label().map(Label::word),
                pushes: Some(told.pushes),
                nodes: told.push_nodes,
                kind: Some(step.kind.word()),
                boxes: step.trips.iter().map(trip).join(" "),
                purpose: told.purpose,
                proposed: told.proposed,
                lurd: told.lurd,
                ..row(happened_words(step, &names), true)
            });
        }
    }
    // 2. Other proposals.
    let (Some(plan), Some(report)) = (plan, report) else { return rows };
    let names = names_after(&plan.areas, areas, &names);
    let words = |step: &Step| step_words(step, &names);
    rows.extend(report.trace().iter().filter_map(|event| match event {
        TraceEntry::Realised { position, step, label, nodes, .. } if !is_in_solution(plan, *position, step) => {
            let (position, label, nodes) = (Some(*position), Some(label.word()), Some(*nodes));
            Some(Line { position, label, nodes, proposed: true, ..row(words(step), true) })
        }
        TraceEntry::Refused { position, refusal } => Some(Line {
            position: Some(*position),
            label: Some(refusal.label.word()),
            nodes: Some(refusal.nodes),
            why: Some(refusal.why),
            in_the_way: refusal.in_the_way.iter().map(|&square| place(square)).join(" "),
            ..row(words(&refusal.step), false)
        }),
        _ => None,
    }));
    rows
}

fn is_in_solution(plan: &PlanReport, position: usize, step: &Step) -> bool {
    plan.steps.iter().flatten().any(|realised| realised.position == position && realised.step == *step)
}
