//! The plans as a table, the best of them step by step, and the answer: what most readers want to know.

use super::text::sentence;
use super::{Fate, PlanView};
use crate::planner::{AbstractPlan, PlannedStep};
use crate::render::boards::boards;
use crate::render::explanation::answer_line;
use crate::render::step::joined_words;
use crate::render::{Column, Table, TableCell, area_names, wrapped};

/// Returns a map of the areas, then the [`result`].
pub(super) fn brief(view: &PlanView<'_>, width: Option<usize>) -> String {
    let what_if = view.what_if.map_or_else(String::new, |what_if| what_if.text(view));
    let names = area_names(view.shown);
    let joined = joined_words(view.areas, &view.names, view.shown, &names);
    what_if + &boards(view.level, view.shown, &names, width) + &joined + "\n" + &result(view, width)
}

/// Returns the tables and the answer.
pub(super) fn result(view: &PlanView<'_>, width: Option<usize>) -> String {
    let plans = &view.explored.plans;
    let mut text = wrapped(&sentence(view), width);
    if plans.len() > 1 {
        text += &format!("\n{}", all(view, width));
    }
    if let Some(best) = plans.first() {
        text += &format!("\n{}\n", steps(view, best, width));
    }
    text + &if view.was_realised() {
        answer_line(view.report)
    } else {
        "proposals under conditions: none was realised\n".to_owned()
    }
}

/// Returns a line for each plan: its cost, and what became of its steps.
fn all(view: &PlanView<'_>, width: Option<usize>) -> String {
    let counts = [Fate::InSolution, Fate::Realised, Fate::Refused, Fate::Untried];
    let mut columns = vec![Column::figure("plan", 0), Column::figure("cost", 0), Column::figure("steps", 1)];
    columns.extend(counts.iter().zip([2, 4, 3, 5]).map(|(fate, rank)| Column::figure(fate.words(), rank)));
    let row = |(number, plan): (usize, &AbstractPlan)| -> Vec<TableCell> {
        let fates: Vec<Fate> = plan.steps.iter().map(|step| view.fate(step)).collect();
        let counts = counts.iter().map(|fate| fates.iter().filter(|other| *other == fate).count());
        let cost = TableCell::plain(plan.cost);
        let figures = [plan.steps.len()].into_iter().chain(counts).map(TableCell::plain);
        [TableCell::plain(number), cost].into_iter().chain(figures).collect()
    };
    let rows: Vec<Vec<TableCell>> = (1..).zip(&view.explored.plans).map(row).collect();
    Table::text(columns, &rows, width)
}

/// Returns a line for each step of the first plan.
fn steps(view: &PlanView<'_>, plan: &AbstractPlan, width: Option<usize>) -> String {
    let columns = vec![
        Column::figure("step", 0),
        Column::words("plan 1", 0).cut_to(TRANSFER),
        Column::figure("cost", 4),
        Column::words("label", 3),
        Column::words("boxes", 2),
        Column::words("for", 5),
        Column::figure("pushes", 6),
        Column::words("became", 1),
    ];
    let row = |(index, step): (usize, &PlannedStep)| {
        let pushes = step.pushes.as_ref().map_or(String::new(), |pushes| pushes.len().to_string());
        vec![
            TableCell::plain(index + 1),
            TableCell::plain(view.step(&step.step)),
            TableCell::plain(step.cost),
            TableCell::plain(step.label.word()),
            TableCell::plain(view.change(0, index)),
            TableCell::plain(view.packs(step).unwrap_or_default()),
            TableCell::plain(pushes),
            fate(view.fate(step)),
        ]
    };
    let rows: Vec<Vec<TableCell>> = plan.steps.iter().enumerate().map(row).collect();
    Table::text(columns, &rows, width)
}

/// The width down to which long transfers are cut before columns are left out.
const TRANSFER: usize = 16;

fn fate(fate: Fate) -> TableCell {
    let cell = TableCell::plain(fate.words());
    match fate {
        Fate::InSolution | Fate::Realised => cell.good(),
        Fate::Refused => cell.bad(),
        Fate::Untried => cell,
    }
}
