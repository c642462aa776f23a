//! The text of a level's plans: the plan that solved it, or else the best one, then the results of the others.

use super::PlanView;
use super::text::sentence;
use super::verdict::{End, Fate};
use crate::level::Position;
use crate::planner::{PlannedStep, Proposal};
use crate::render::explanation::{answer_line, solved_words};
use crate::render::outline::{OutlineRow, OutlineView, proposed_outline};
use crate::render::rooms::boards;
use crate::render::steps::indented;
use crate::render::words::joined_words;
use crate::render::{Column, Table, TableCell, area_names, counted, wrapped};
use crate::solve::{CarriedOut, Explained};
use itertools::Itertools;

/// Returns the conditions of the plans, then a map of the areas.
pub(super) fn head(view: &PlanView<'_>, width: Option<usize>) -> String {
    let what_if = view.what_if.map_or_else(String::new, |what_if| what_if.text(view));
    let names = area_names(view.shown);
    let joined = joined_words(view.areas, &view.names, view.shown, &names);
    what_if + &boards(view.level, view.shown, &names, width) + &joined + "\n"
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

/// Returns the outline of the plan that solved the level, and a table of its steps as they were carried out.
fn solution(view: &PlanView<'_>, explained: &Explained, width: Option<usize>) -> String {
    let steps = view.steps();
    let outline = steps.as_ref().map_or_else(String::new, |steps| steps.outline(width));
    let mut text = wrapped(&solved_words(view.report, explained), width) + &outline;
    if !explained.plan.is_empty() {
        text += &format!("\n{}", table(view, explained, width));
    }
    text
}

/// Returns a table of the steps of the plan that solved the level, with boxes, purpose, label and pushes.
fn table(view: &PlanView<'_>, explained: &Explained, width: Option<usize>) -> String {
    let Some(steps) = view.steps() else { return String::new() };
    let mut position = view.level.start.clone();
    let row = |carried_out: &CarriedOut| {
        let before = position.clone();
        for step in &explained.steps[carried_out.steps.clone()] {
            step.trips.iter().for_each(|trip| moved(&mut position, trip.from(), trip.to()));
        }
        let pushes: usize = explained.steps[carried_out.steps.clone()].iter().map(|step| step.pushes.len()).sum();
        let words = carried_out.proposals.iter().map(|proposal| view.step(&proposal.step)).join(", ");
        let packs = carried_out.proposals.iter().filter_map(|proposal| view.packs(proposal.packs)).join(", ");
        let boxes = view.counts(&carried_out.proposals, [&before, &position]);
        let became = match (carried_out.takeover, carried_out.steps.len()) {
            (Some(_), _) => TableCell::plain("push search").doubtful(),
            (None, 0) => TableCell::plain("done already").good(),
            (None, _) if steps.is_as_planned(carried_out) => TableCell::plain("as planned").good(),
            (None, count) => TableCell::plain(format!("in {}", counted(count, "step"))).good(),
        };
        let labels = explained.steps[carried_out.steps.clone()].iter().filter_map(|step| step.label());
        vec![
            TableCell::plain(numbers(carried_out)),
            TableCell::plain(if words.is_empty() { steps.planned_words(carried_out).join(", ") } else { words }),
            TableCell::plain(boxes),
            TableCell::plain(packs),
            TableCell::plain(labels.map(|label| label.word()).unique().join(", ")),
            TableCell::plain(pushes),
            became,
        ]
    };
    let rows: Vec<Vec<TableCell>> = explained.plan.iter().map(row).collect();
    Table::text(columns(), &rows, width)
}

fn moved(position: &mut Position, from: crate::level::Square, to: crate::level::Square) {
    if let Ok(at) = position.boxes.binary_search(&from) {
        position.boxes[at] = to;
        position.boxes.sort_unstable();
    }
}

/// Returns the number of a plan step, `3`, or `3-5` for steps that were carried out together.
fn numbers(carried_out: &CarriedOut) -> String {
    match carried_out.proposals.len() {
        0 | 1 => (carried_out.number + 1).to_string(),
        count => format!("{}-{}", carried_out.number + 1, carried_out.number + count),
    }
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

/// Returns the outline of the best plan, and a table of its steps with the result of each; for unsolved levels.
fn best(view: &PlanView<'_>, width: Option<usize>) -> String {
    let Some(number) = view.best() else { return String::new() };
    let plan = &view.explored.plans[number];
    let outline = view.proposed(number, |outline| outline.text(width));
    let heading = match view.was_realised() {
        true => format!("outline of the best plan so far, plan {} with cost {}", number + 1, plan.cost),
        false => format!("outline of plan {} with cost {}", number + 1, plan.cost),
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
    format!("{}{outline}\n{table}", wrapped(&heading, width))
}

impl PlanView<'_> {
    /// Returns the result of `shown` on the outline of the plan with this index, as the plan was proposed.
    fn proposed<T>(&self, number: usize, shown: impl FnOnce(&OutlineView<'_>) -> T) -> T {
        let proposal = |step: &PlannedStep| Proposal { step: step.step.clone(), packs: step.packs };
        let plan = self.explored.plans[number].steps.iter().map(proposal).collect_vec();
        let outline = proposed_outline(&self.level.board, &plan);
        shown(&OutlineView { outline: &outline, board: &self.level.board, names: &self.names })
    }

    /// Returns the row of the outline of the solution; without one, of the best plan; `None` without plans.
    pub(super) fn outline_row(&self) -> Option<OutlineRow> {
        let of_plan = || self.best().map(|number| self.proposed(number, |outline| outline.row()));
        self.steps().map(|steps| steps.outline_row()).or_else(of_plan)
    }
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
