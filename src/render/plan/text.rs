//! The plans of a level as text: the transfers of the first plan with their results, and the other plans in a line
//! each; with details, proposal and realisation side by side.

use super::PlanView;
use crate::render::explanation::{answer_line, search_words};
use crate::render::realised::realised;
use crate::render::rooms::boards;
use crate::render::steps::indented;
use crate::render::{Column, Table, TableCell, counted, wrapped};

/// Minimum width of a column of transfers: other columns are left out before it is cut further.
const TRANSFER: usize = 20;

impl PlanView<'_> {
    /// Returns text: a map, the transfers of the first plan with their results, and a line for each other plan. Lines
    /// are at most `width` columns wide if possible.
    pub fn text(&self, width: Option<usize>) -> String {
        text(self, false, width)
    }

    /// Returns the text with proposal and realisation of each plan side by side, the reasons of what was added, and the
    /// steps that carried the first plan out.
    pub fn details(&self, width: Option<usize>) -> String {
        text(self, true, width)
    }
}

fn text(view: &PlanView<'_>, has_details: bool, width: Option<usize>) -> String {
    let mut text = boards(view.level, &view.areas, &view.names, &[], width) + "\n";
    text += &outcome(view, 0, has_details, width);
    if let (true, Some(plan)) = (has_details, view.report(0).filter(|plan| !plan.attempts.is_empty())) {
        text += "\nthe steps as they were carried out:\n";
        text += &realised(plan, &view.level.board, &view.names, width);
        text += &search_words(view.level, &view.areas, &view.plans[0].report, width);
    }
    if view.plans.len() > 1 {
        text += &format!("\nother plans, each under an equal share of the limits: {}\n", view.plans.len() - 1);
    }
    for number in 1..view.plans.len() {
        text += &other(view, number, has_details, width);
    }
    text
}

/// Returns the answer, the fidelity, and the table of a plan.
fn outcome(view: &PlanView<'_>, number: usize, has_details: bool, width: Option<usize>) -> String {
    let mut text = wrapped(&answer_line(&view.plans[number].report), width);
    let Some(fidelity) = view.fidelity(number) else { return text };
    if fidelity.proposed > 0 {
        text += &wrapped(&fidelity.words(), width);
    }
    if !fidelity.pushes_by.is_empty() {
        text += &wrapped(&fidelity.shares(), width);
    }
    if has_details { text + &side_by_side(view, number, width) } else { text + &transfers(view, number, width) }
}

/// Returns a table of the proposed transfers with their results.
fn transfers(view: &PlanView<'_>, number: usize, width: Option<usize>) -> String {
    let columns = vec![
        Column::figure("", 0),
        Column::words("transfer", 0).cut_to(TRANSFER),
        Column::words("label", 3),
        Column::figure("pushes", 2),
        Column::words("result", 1),
    ];
    let row = |(index, transfer)| {
        let made = view.made(number).iter().position(|made| made.proposal == Some(index));
        let of = made.map(|index| &view.made(number)[index]);
        let result = made.map_or_else(|| "not made".to_owned(), |made| format!("made, number {}", made + 1));
        vec![
            TableCell::plain(index + 1),
            TableCell::plain(view.words(transfer, view.fills(number, index))),
            TableCell::plain(of.and_then(|made| view.label(number, made)).map_or("", |label| label.word())),
            TableCell::plain(of.map_or_else(String::new, |made| made.pushes.to_string())),
            TableCell::plain(result),
        ]
    };
    let rows: Vec<Vec<TableCell>> = view.transfers(number).iter().enumerate().map(row).collect();
    if rows.is_empty() { String::new() } else { Table::text(columns, &rows, width) }
}

/// Returns a table with a line for each transfer, proposed on the left and made on the right, in the order of execution.
fn side_by_side(view: &PlanView<'_>, number: usize, width: Option<usize>) -> String {
    let columns = vec![
        Column::figure("", 0),
        Column::words("proposed", 0).cut_to(TRANSFER),
        Column::words("carried out", 0).cut_to(TRANSFER),
        Column::figure("pushes", 3),
        Column::words("label", 2),
        Column::words("added", 1).cut_to(TRANSFER),
    ];
    let made = view.made(number);
    let proposed = |index: usize| view.words(&view.transfers(number)[index], view.fills(number, index));
    let mut open: Vec<usize> = (0..view.transfers(number).len())
        .filter(|&index| !made.iter().any(|made| made.proposal == Some(index)))
        .collect();
    let blank = || TableCell::plain("");
    let left_out = |index: usize| {
        let not_made = TableCell::plain("not made").doubtful();
        vec![TableCell::plain(index + 1), TableCell::plain(proposed(index)), not_made, blank(), blank(), blank()]
    };
    let mut rows = Vec::new();
    for made in made {
        // Proposals that were not made come before the next one that was.
        let before = made.proposal.map_or(0, |proposal| open.partition_point(|&index| index < proposal));
        rows.extend(open.drain(..before).map(left_out));
        rows.push(vec![
            TableCell::plain(made.proposal.map_or_else(String::new, |index| (index + 1).to_string())),
            TableCell::plain(made.proposal.map_or_else(String::new, proposed)),
            TableCell::plain(view.words(&made.step, made.fills)),
            TableCell::plain(made.pushes),
            TableCell::plain(view.label(number, made).map_or("", |label| label.word())),
            TableCell::plain(if made.proposal.is_none() { view.reason(number, made) } else { String::new() }),
        ]);
    }
    rows.extend(open.into_iter().map(left_out));
    if rows.is_empty() { String::new() } else { Table::text(columns, &rows, width) }
}

/// Returns a plan other than the first in a line, with details also its table.
fn other(view: &PlanView<'_>, number: usize, has_details: bool, width: Option<usize>) -> String {
    let report = &view.plans[number].report;
    let fidelity = view.fidelity(number).unwrap_or_default();
    let answer = report.limits.answer_words(report.answer());
    let pushes =
        report.solution().map_or_else(String::new, |found| format!(", {}", counted(found.metrics.pushes, "push")));
    let words = format!("plan {}: {}; {answer}{pushes}; {}", number + 1, view.variation(number), fidelity.words());
    let line = indented(&words, "  ", width);
    if has_details { line + &side_by_side(view, number, width) } else { line }
}
