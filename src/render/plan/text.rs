//! The details of a run in text: the plans side by side, the steps of the solution, and the trace of the search.

use super::PlanView;
use crate::planner::{AbstractPlans, Abstraction, PlanOrigin, PlanSelection, TraceEntry};
use crate::render::explanation::search_words;
use crate::render::{counted, wrapped};
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
