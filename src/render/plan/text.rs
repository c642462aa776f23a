//! The plans of a level as text: the slots of the first plan with their results, and the other plans in a line each; with details,
//! slots and what was done side by side.

use super::PlanView;
use crate::planner::Slot;
use crate::render::explanation::{answer_line, search_words, unsolved};
use crate::render::realised::{realised, shares};
use crate::render::rooms::boards;
use crate::render::table::indented;
use crate::render::{Column, Table, TableCell, counted, wrapped};

/// Minimum width of a column of slots: other columns are left out before it is cut further.
const SLOT: usize = 24;

impl PlanView<'_> {
    /// Returns a map, the slots of the first plan with their results, and a line for each other plan, within `width` if possible; with
    /// details the slots of each plan beside what was done, the reasons of what was added, and the steps that carried the first out.
    pub fn text(&self, has_details: bool, width: Option<usize>) -> String {
        let mut text = boards(self.level, &self.areas, &self.names, &[], width) + "\n";
        text += &outcome(self, 0, has_details, width);
        if let (true, Some(plan)) = (has_details, self.report(0).filter(|plan| !plan.attempts.is_empty())) {
            text += "\nthe steps as they were carried out:\n";
            text += &realised(plan, &self.level.board, &self.names, width);
            text += &search_words(&self.areas, &self.plans[0].report, width);
        }
        text += &unsolved(self.level, &self.areas, &self.plans[0].report, width);
        if self.plans.len() > 1 {
            text += &format!("\nother plans, each under an equal share of the limits: {}\n", self.plans.len() - 1);
        }
        for number in 1..self.plans.len() {
            text += &other(self, number, has_details, width);
        }
        text
    }
}

fn outcome(view: &PlanView<'_>, number: usize, has_details: bool, width: Option<usize>) -> String {
    let mut text = wrapped(&answer_line(&view.plans[number].report), width);
    let Some(plan) = view.report(number) else { return text };
    let Some(fidelity) = view.fidelity(number) else { return text };
    if fidelity.slots > 0 {
        text += &wrapped(&fidelity.words(), width);
    } else if plan.is_refused {
        text += &wrapped("no plan was found that meets the conditions", width);
    }
    let shares = shares(plan);
    if has_details && !shares.is_empty() {
        text += &wrapped(&shares, width);
    }
    if has_details { text + &side_by_side(view, number, width) } else { text + &slots(view, number, width) }
}

fn slots(view: &PlanView<'_>, number: usize, width: Option<usize>) -> String {
    let columns = vec![
        Column::figure("", 0),
        Column::words("", 5),
        Column::words("slot", 0).cut_to(SLOT),
        Column::words("label", 3),
        Column::figure("pushes", 2),
        Column::words("result", 1),
    ];
    let row = |(index, slot): (usize, &Slot)| {
        let made = view.filled(number, index);
        let result = made.map_or_else(|| view.open(number, index), |(place, made)| view.result(place, made));
        vec![
            TableCell::plain(index + 1),
            TableCell::plain(view.bracket(number, index)),
            TableCell::plain(view.slot_words(slot)),
            TableCell::plain(made.and_then(|(_, made)| view.label(number, made)).map_or("", |label| label.word())),
            TableCell::plain(made.map_or_else(String::new, |(_, made)| made.pushes.to_string())),
            TableCell::plain(result),
        ]
    };
    let rows: Vec<Vec<TableCell>> = view.slots(number).iter().enumerate().map(row).collect();
    if rows.is_empty() { String::new() } else { Table::text(columns, &rows, width) }
}

/// Returns a table with a line for each transfer, its slot on the left and what was done on the right, in the order of execution.
fn side_by_side(view: &PlanView<'_>, number: usize, width: Option<usize>) -> String {
    let columns = vec![
        Column::figure("", 0),
        Column::words("", 4),
        Column::words("slot", 0).cut_to(SLOT),
        Column::words("done", 0).cut_to(SLOT),
        Column::figure("pushes", 3),
        Column::words("label", 2),
        Column::words("added", 1).cut_to(SLOT),
    ];
    let made = view.made(number);
    let proposed = |index: usize| {
        let words = [view.bracket(number, index).to_owned(), view.slot_words(&view.slots(number)[index])];
        std::iter::once(TableCell::plain(index + 1)).chain(words.map(TableCell::plain))
    };
    let blanks = |count: usize| std::iter::repeat_with(|| TableCell::plain("")).take(count);
    let mut open: Vec<usize> =
        (0..view.slots(number).len()).filter(|&index| view.filled(number, index).is_none()).collect();
    let left_out = |index: usize| {
        let not_filled = TableCell::plain(view.open(number, index)).doubtful();
        proposed(index).chain([not_filled]).chain(blanks(3)).collect::<Vec<_>>()
    };
    let mut rows = Vec::new();
    for made in made {
        // Slots that were not filled come before the next one that was.
        let before = made.slot.map_or(0, |slot| open.partition_point(|&index| index < slot));
        rows.extend(open.drain(..before).map(left_out));
        let mut row: Vec<TableCell> = made.slot.map_or_else(|| blanks(3).collect(), |slot| proposed(slot).collect());
        row.extend([
            TableCell::plain(view.words(&made.step, made.fills)),
            TableCell::plain(made.pushes),
            TableCell::plain(view.label(number, made).map_or("", |label| label.word())),
            TableCell::plain(if made.slot.is_none() { view.reason(number, made) } else { String::new() }),
        ]);
        rows.push(row);
    }
    rows.extend(open.into_iter().map(left_out));
    if rows.is_empty() { String::new() } else { Table::text(columns, &rows, width) }
}

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
