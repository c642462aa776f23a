//! The text of a level's plans: the plan that solved it, or else the best one, then the results of the others.

use super::PlanView;
use super::text::sentence;
use super::verdict::{End, Fate};
use crate::planner::PlannedStep;
use crate::render::explanation::answer_line;
use crate::render::realised::realised;
use crate::render::rooms::boards;
use crate::render::steps::indented;
use crate::render::words::joined_words;
use crate::render::{Column, StepsView, Table, TableCell, area_names, counted, wrapped};
use crate::solve::Explained;

/// Returns the conditions of the plans, then a map of the areas.
pub(super) fn head(view: &PlanView<'_>, width: Option<usize>) -> String {
    let what_if = view.what_if.map_or_else(String::new, |what_if| what_if.text(view));
    let names = area_names(view.shown);
    let joined = joined_words(view.areas, &view.names, view.shown, &names);
    what_if + &boards(view.level, view.shown, &names, &[], width) + &joined + "\n"
}

/// Returns the answer, the plan that solved the level (else the best plan) with its steps, and the result of each plan.
pub(super) fn told(view: &PlanView<'_>, width: Option<usize>) -> String {
    let answer = if view.was_realised() {
        answer_line(view.report)
    } else {
        "proposals under conditions: none was realised\n".to_owned()
    };
    let mut text = wrapped(&answer, width);
    match &view.explained {
        Some(explained) => text += &solution(view, explained, width),
        None => text += &best(view, width),
    }
    text + &plans(view, width)
}

/// Returns the story of the solution, and a table of the operators of the plan that led to it.
fn solution(view: &PlanView<'_>, explained: &Explained, width: Option<usize>) -> String {
    let steps = StepsView::new(view.level, explained);
    let story = wrapped(&steps.headline(), width) + &steps.story(false, width);
    let table = view.report.plan.as_ref().map(|plan| realised(plan, &view.names, width));
    story + &table.map_or_else(String::new, |table| format!("\n{table}"))
}

fn columns() -> Vec<Column> {
    vec![
        Column::figure("step", 0),
        Column::words("plan", 0).cut_to(TRANSFER),
        Column::words("boxes", 2),
        Column::words("for", 3),
        Column::words("label", 5),
        Column::figure("pushes", 4),
        Column::words("became", 1),
    ]
}

/// Width to which the column of transfers is cut before other columns are left out.
const TRANSFER: usize = 16;

/// Returns a table of the steps of the best plan with the result of each; for unsolved levels.
fn best(view: &PlanView<'_>, width: Option<usize>) -> String {
    let Some(number) = view.best() else { return String::new() };
    let plan = &view.explored.plans[number];
    let heading = match view.was_realised() {
        true => format!("the best plan so far, plan {} with cost {}", number + 1, plan.cost),
        false => format!("plan {} with cost {}", number + 1, plan.cost),
    };
    let verdict = view.verdict(number);
    let row = |(index, step): (usize, &PlannedStep)| {
        let became = match (verdict.end, verdict.fate(index)) {
            (End::Proposal, _) => TableCell::plain(""),
            (_, Fate::InSolution | Fate::Realised) => TableCell::plain("carried out").good(),
            (_, Fate::Refused) => TableCell::plain("refused").bad(),
            (End::Known, _) if index == verdict.done => TableCell::plain("led nowhere new").doubtful(),
            (_, Fate::Untried) => TableCell::plain("not reached"),
        };
        vec![
            TableCell::plain(index + 1),
            TableCell::plain(view.step(&step.step)),
            TableCell::plain(view.change(number, index)),
            TableCell::plain(view.packs(step.packs).unwrap_or_default()),
            TableCell::plain(step.label.word()),
            TableCell::plain(""),
            became,
        ]
    };
    let rows: Vec<Vec<TableCell>> = plan.steps.iter().enumerate().map(row).collect();
    let table = Table::text(columns(), &rows, width);
    wrapped(&heading, width) + &table
}

/// Returns a line for each plan made at the start, with its cost and result.
fn plans(view: &PlanView<'_>, width: Option<usize>) -> String {
    let digits = view.explored.plans.len().to_string().len();
    let lines = view.explored.plans.iter().enumerate().map(|(number, plan)| {
        let steps = counted(plan.steps.len(), "step");
        let words = format!("cost {}, {steps}: {}", plan.cost, view.verdict_words(number));
        let lines = indented(&words, &" ".repeat(digits + 4), width);
        format!("  {:digits$}{}", number + 1, lines.get(digits + 2..).unwrap_or_default())
    });
    format!("\n{}{}", wrapped(&sentence(view), width), lines.collect::<String>())
}
