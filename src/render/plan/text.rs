//! The plans of a level as text: the plan that solved it, or else the best one, and the results of the others; with details,
//! the plans side by side, the steps of the solution, and the trace of the search.

use super::PlanView;
use super::verdict::{End, Fate};
use crate::planner::{AbstractPlans, Abstraction, PlanOrigin, PlanSelection, PlannedStep, TraceEntry};
use crate::render::explanation::{answer_line, search_words};
use crate::render::realised::realised;
use crate::render::rooms::boards;
use crate::render::steps::indented;
use crate::render::words::joined_words;
use crate::render::{Column, StepsView, Table, TableCell, area_names, counted, wrapped};
use crate::solve::Explained;
use itertools::Itertools;
use std::fmt::Write;

/// Number of columns for plans side by side where the caller gives no width; plans that do not fit go below.
const WIDTH: usize = 118;
/// Maximum number of entries of the trace listed.
const LISTED: usize = 30;

pub(super) fn details(view: &PlanView<'_>, width: Option<usize>) -> String {
    let mut text = side_by_side(view, width.unwrap_or(WIDTH));
    if !view.was_realised() {
        return text;
    }
    if let Some(steps) = view.steps() {
        text += &format!("\n{}{}", wrapped(&steps.counts(), width), steps.story(true, width));
    }
    text + &search_words(view.level, view.shown, view.report, width) + &replanning(view)
}

/// Returns the heading of the list of plans: their number, and whether they are all plans or the best ones.
pub(super) fn sentence(view: &PlanView<'_>) -> String {
    let explored = view.explored;
    let is_top = explored.selection == PlanSelection::Top;
    if explored.space == Abstraction::Transfers {
        return transfers(explored) + &end_words(explored);
    }
    let best = if is_top { "cheapest" } else { "best" };
    let on = explored.space.word();
    let text = match explored.plans.len() {
        0 => format!("no abstract plan on {on}"),
        1 if !explored.is_best => format!("the abstract plan on {on} that the search found"),
        1 => format!("the {best} abstract plan on {on}"),
        more => format!("the {more} {best} abstract plans on {on}"),
    };
    let which = match explored.plans.len() {
        0 | 1 => "",
        _ if is_top => ", which may differ in the order of their steps alone",
        _ => ", none with all the borders of a better one",
    };
    text + which + &end_words(explored)
}

fn transfers(explored: &AbstractPlans) -> String {
    let is_top = explored.selection == PlanSelection::Top;
    match explored.plans.len() {
        0 => "no abstract plan of transfers".to_owned(),
        1 if is_top => "the cheapest plan of transfers".to_owned(),
        more if is_top => format!("the {more} cheapest plans of transfers"),
        1 => "the plan of transfers that the search makes at the start".to_owned(),
        more => format!(
            "the {more} plans of transfers that the search makes at the start: each begins in another area, in case the \
             first steps of those before fail"
        ),
    }
}

fn end_words(explored: &AbstractPlans) -> String {
    match explored.stop {
        Some(stop) => format!("; stopped: {stop}"),
        None if explored.is_all && !explored.plans.is_empty() => "; there are no others".to_owned(),
        None if !explored.is_all && explored.space.is_exact() && explored.plans.is_empty() => {
            "; tables were cut, so a plan may exist".to_owned()
        }
        None => String::new(),
    }
}

fn side_by_side(view: &PlanView<'_>, most: usize) -> String {
    let columns: Vec<Vec<String>> = (0..view.explored.plans.len()).map(|plan| column(view, plan)).collect();
    let width = columns.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0) + 3;
    let beside = (most / width).max(1);
    let block = |columns: &[Vec<String>]| -> String {
        let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |column: &Vec<String>, row: usize| format!("{:width$}", column.get(row).map_or("", String::as_str));
        let line = |row| columns.iter().map(|column| cell(column, row)).join("").trim_end().to_owned() + "\n";
        (0..rows).map(line).collect()
    };
    columns.chunks(beside).map(block).join("\n")
}

fn column(view: &PlanView<'_>, number: usize) -> Vec<String> {
    let plan = &view.explored.plans[number];
    let mut lines = vec![format!("plan {}: cost {}", number + 1, plan.cost)];
    for (index, step) in plan.steps.iter().enumerate() {
        lines.push(format!("{:3}  {}", index + 1, view.step(&step.step)));
        let change = [view.change(number, index)].into_iter().chain(view.packs(step.packs)).join(", ");
        lines.push(format!("     cost {}, {}, {change}", step.cost, step.label.word()));
    }
    lines
}

/// Returns a line for each entry of the trace: the position, the step or plan, and the result.
fn replanning(view: &PlanView<'_>) -> String {
    let trace = view.report.trace();
    if view.explored.space.is_exact() {
        return "every operator of an exact plan can be carried out: nothing was planned a second time\n".to_owned();
    }
    let planned = trace.iter().filter(|entry| matches!(entry, TraceEntry::Planned { .. })).count();
    let mut text = format!("made {}\n", counted(planned, "plan"));
    for entry in trace.iter().take(LISTED) {
        _ = writeln!(text, "     {}", entry_words(view, entry));
    }
    if trace.len() > LISTED {
        _ = writeln!(text, "     and {} more lines: --trace writes all", trace.len() - LISTED);
    }
    text
}

fn entry_words(view: &PlanView<'_>, entry: &TraceEntry) -> String {
    match entry {
        TraceEntry::Planned { position, plan: None, .. } => {
            format!(
                "position {position}: no plan avoids refused steps; all steps are tried again, with boxes of more areas"
            )
        }
        TraceEntry::Planned { position, plan: Some(steps), origin } => {
            let planned = match origin {
                PlanOrigin::Made => "planned",
                PlanOrigin::FirstStep => "no plan to the goal, only",
            };
            format!("position {position}: {planned} {}", steps.iter().map(|step| view.step(step)).join(", "))
        }
        TraceEntry::Realised { position, step, label, outcomes, nodes } => {
            let to = match outcomes.as_slice() {
                [] => "nothing new".to_owned(),
                some => format!("position {}", some.iter().join(", ")),
            };
            let (step, label) = (view.step(step), label.word());
            let nodes = if *nodes > 0 { format!(" in {}", counted(*nodes, "push node")) } else { String::new() };
            format!("position {position}: realised {step} ({label}){nodes}, to {to}")
        }
        TraceEntry::Refused { position, refusal } => {
            let (step, nodes) = (view.step(&refusal.step), counted(refusal.nodes, "push node"));
            format!("position {position}: refused {step} ({}) after {nodes}", refusal.label.word())
        }
        TraceEntry::Known { position, step, nodes } => {
            let (step, nodes) = (view.step(step), counted(*nodes, "push node"));
            format!("position {position}: {step} led only to positions found before, after {nodes}")
        }
    }
}

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
