//! The plans of a level as one row of JSON Lines.

use super::PlanView;
use super::verdict::Fate;
use super::what_if::WhatIfRow;
use crate::abstraction::Counts;
use crate::level::Position;
use crate::planner::{PlanSelection, PlannedStep, TraceEntry};
use crate::push::{Push, walk_and_push};
use crate::render::steps::area_rows;
use crate::render::{AreaRow, CarriedOutRow, HappenedRow, OutlineRow, StepsView};
use crate::run::{Answer, Stop};
use serde::Serialize;

/// JSON row of a level with its abstract plans. The caller that writes the row adds type, schema, file and level.
#[derive(Debug, Serialize)]
pub struct PlanRow {
    title: String,
    /// Abstraction of the plans: `transfers`, `parts`, `counts` or `sets`.
    abstraction: &'static str,
    /// Areas on which the plans were made.
    areas: Vec<AreaRow>,
    plans: Vec<PlannedRow>,
    /// Choice among the plans: `diverse` or `top`.
    selection: PlanSelection,
    is_all: bool,
    is_best: bool,
    plans_stop: Option<Stop>,
    /// Answer to the level; `null` if the plans are proposals that were not realised.
    answer: Option<Answer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    what_if: Option<WhatIfRow>,
    realised: Vec<RealisationRow>,
    /// Areas whose names the `steps` use: those that `rooms` shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    shown_areas: Option<Vec<AreaRow>>,
    /// Outline of the solution, or of the best plan if there is no solution.
    outline: Option<OutlineRow>,
    /// Steps of the plan that solved the level, each with the steps of the solution that carried it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    carried_out: Option<Vec<CarriedOutRow>>,
    /// Steps of the solution; left out without a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<HappenedRow>>,
    refused: usize,
    planned: usize,
    plan_nodes: u64,
    push_nodes: u64,
    lurd: Option<String>,
}

#[derive(Debug, Serialize)]
struct PlannedRow {
    cost: u64,
    /// Result of the plan: `solved`, `other_order`, `refused`, `known`, `not_followed`, `not_reached` or `proposed`.
    became: &'static str,
    /// Result of the plan in words, with the reason.
    because: String,
    steps: Vec<StepRow>,
}

#[derive(Debug, Serialize)]
struct StepRow {
    step: String,
    label: &'static str,
    cost: u64,
    before: Vec<u16>,
    after: Vec<u16>,
    fate: Fate,
    /// Purpose of the step in the packing plan; for transfers only.
    #[serde(skip_serializing_if = "Option::is_none")]
    packs: Option<PacksRow>,
}

/// JSON object of a step of the packing plan: a box goes to a goal or a parking square.
#[derive(Debug, Serialize)]
struct PacksRow {
    /// Number of the step in the packing plan, from 1.
    step: usize,
    /// Square to which the box goes, row and column from 0.
    to: (usize, usize),
    /// Whether this square is a goal; otherwise the box is parked.
    is_goal: bool,
    /// Square where an earlier step parked the box; `None` if no step did.
    parked_at: Option<(usize, usize)>,
}

#[derive(Debug, Serialize)]
struct RealisationRow {
    step: String,
    label: &'static str,
    position: usize,
    pushes: usize,
    moves: Option<String>,
}

pub(super) fn row(view: &PlanView<'_>) -> PlanRow {
    let (report, explored) = (view.report, view.explored);
    let steps = view.steps();
    let count = |wanted: fn(&TraceEntry) -> bool| report.trace().iter().filter(|entry| wanted(entry)).count();
    PlanRow {
        title: view.level.title.clone(),
        abstraction: explored.space.word(),
        areas: area_rows(view.level, view.areas, &view.names),
        shown_areas: steps.as_ref().map(StepsView::area_rows),
        outline: view.outline_row(),
        carried_out: steps.as_ref().map(StepsView::carried_out_rows),
        steps: steps.as_ref().map(StepsView::rows),
        plans: (0..explored.plans.len()).map(|number| planned(view, number)).collect(),
        selection: explored.selection,
        is_all: explored.is_all,
        is_best: explored.is_best,
        plans_stop: explored.stop,
        answer: view.was_realised().then(|| report.answer()),
        what_if: view.what_if.map(|what_if| what_if.row(view)),
        realised: realised(view),
        refused: count(|entry| matches!(entry, TraceEntry::Refused { .. })),
        planned: count(|entry| matches!(entry, TraceEntry::Planned { .. })),
        plan_nodes: report.plan_nodes,
        push_nodes: report.push_nodes,
        lurd: report.solution().map(|solution| solution.lurd.clone()),
    }
}

fn planned(view: &PlanView<'_>, number: usize) -> PlannedRow {
    let plan = &view.explored.plans[number];
    let counts = |counts: &Counts| view.areas.areas().iter().map(|area| counts.get(area.id)).collect();
    let verdict = view.verdict(number);
    let step = |(index, step): (usize, &PlannedStep)| StepRow {
        step: view.step(&step.step),
        label: step.label.word(),
        cost: step.cost,
        before: counts(&step.before),
        after: counts(plan.after(index)),
        fate: verdict.fate(index),
        packs: step.packs.map(|(number, packs)| PacksRow {
            step: number + 1,
            to: view.level.board.row_column(packs.to),
            is_goal: view.level.board.is_goal(packs.to),
            parked_at: packs.from.map(|from| view.level.board.row_column(from)),
        }),
    };
    let (became, because) = (verdict.end.word(), view.verdict_words(number));
    PlannedRow { cost: plan.cost, became, because, steps: plan.steps.iter().enumerate().map(step).collect() }
}

/// Position of the level while the pushes of the steps are made, to find the walks between pushes.
struct Walk<'v> {
    view: &'v PlanView<'v>,
    position: Position,
}

impl Walk<'_> {
    fn moves(&mut self, pushes: &[Push]) -> Option<String> {
        let (lurd, after) = walk_and_push(&self.view.level.board, &self.position, pushes)?;
        self.position = after;
        Some(lurd)
    }
}

/// Returns the realised steps of the solution, with their moves in LURD.
fn realised(view: &PlanView<'_>) -> Vec<RealisationRow> {
    let mut walk = Walk { view, position: view.level.start.clone() };
    let row = |step: &crate::planner::Realisation| RealisationRow {
        step: view.step(&step.step),
        label: step.label.word(),
        position: step.position,
        pushes: step.pushes.len(),
        moves: walk.moves(&step.pushes),
    };
    view.report.steps().into_iter().flatten().map(row).collect()
}
