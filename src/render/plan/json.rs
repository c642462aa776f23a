//! The plans of a level as one row of JSON Lines, and the trace of the planner as rows.

use super::PlanView;
use super::verdict::Fate;
use super::what_if::WhatIfRow;
use crate::abstraction::Counts;
use crate::planner::{PlanOrigin, PlanSelection, PlannedStep, TraceEntry, Why};
use crate::render::steps::area_rows;
use crate::render::{AreaRow, RealisedRow, StepRow, StepsView, StoryRow};
use crate::run::Answer;
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// JSON row of a level with its abstract plans. The caller that writes the row adds type, schema, file and level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct PlanRow {
    /// Title of the level.
    title: String,
    /// Abstraction of the plans: `transfers`, `counts` or `sets`.
    abstraction: String,
    /// Areas on which the plans were made.
    areas: Vec<AreaRow>,
    /// Plans, the best first.
    plans: Vec<PlannedRow>,
    /// Choice among the plans: `diverse` or `top`.
    selection: PlanSelection,
    /// Whether there are no other plans.
    is_all: bool,
    /// Answer to the level; `null` if the plans are proposals that were not realised.
    #[cfg_attr(feature = "cli", schemars(with = "Option<String>"))]
    pub answer: Option<Answer>,
    /// Effect of `--force` and `--forbid`; left out without these.
    #[serde(skip_serializing_if = "Option::is_none")]
    what_if: Option<WhatIfRow>,
    /// Areas whose names the `steps` use: those that `rooms` shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    shown_areas: Option<Vec<AreaRow>>,
    /// Story of the solution; left out without a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    story: Option<StoryRow>,
    /// Operators of the plan that led to the solution; left out without a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    realised: Option<Vec<RealisedRow>>,
    /// Steps of the solution; left out without a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<StepRow>>,
    /// Number of steps refused.
    refused: usize,
    /// Number of states expanded by the planner.
    plan_nodes: u64,
    /// Number of positions expanded by push searches.
    push_nodes: u64,
    /// Moves of the solution in LURD; `null` without a solution.
    pub lurd: Option<String>,
}

impl PlanRow {
    /// Maximum number of plans of a level, so that the page of a hundred levels stays small.
    const MOST: usize = 3;

    /// Returns the row with the best plans only, as many as a page shows.
    #[must_use]
    pub fn shortened(mut self) -> Self {
        self.is_all &= self.plans.len() <= Self::MOST;
        self.plans.truncate(Self::MOST);
        self
    }

    /// Returns the row without the solution, whose moves failed to replay; the answer becomes an internal error.
    #[must_use]
    pub fn without_solution(self) -> Self {
        Self { lurd: None, answer: Some(Answer::InternalError), story: None, steps: None, ..self }
    }
}

/// JSON object of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct PlannedRow {
    /// Cost of the plan.
    cost: u64,
    /// Result of the plan: `solved`, `other_order`, `refused`, `known`, `not_followed`, `not_reached` or `proposed`.
    became: String,
    /// Result of the plan in words, with the reason.
    because: String,
    /// Steps of the plan.
    steps: Vec<PlanStepRow>,
}

/// JSON object of a step of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct PlanStepRow {
    /// Step in words.
    step: String,
    /// Certainty of the outcome, see `help abstraction`.
    label: String,
    /// Cost of the step.
    cost: u64,
    /// Number of boxes in each area before the step.
    before: Vec<u16>,
    /// Number of boxes in each area after the step.
    after: Vec<u16>,
    /// What became of the step.
    fate: Fate,
    /// Purpose of the step in the packing plan; for transfers only.
    #[serde(skip_serializing_if = "Option::is_none")]
    packs: Option<PacksRow>,
}

/// JSON object of a step of the packing plan: a box goes to a goal or a parking square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
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

pub(super) fn row(view: &PlanView<'_>) -> PlanRow {
    let (report, explored) = (view.report, view.explored);
    let steps = view.steps();
    PlanRow {
        title: view.level.title.clone(),
        abstraction: explored.space.word().to_owned(),
        areas: area_rows(view.level, view.areas, &view.names),
        shown_areas: steps.as_ref().map(StepsView::area_rows),
        story: steps.as_ref().map(StepsView::story_row),
        realised: steps.as_ref().and(report.plan.as_ref()).map(|plan| RealisedRow::all(plan, &view.names)),
        steps: steps.as_ref().map(StepsView::rows),
        plans: (0..explored.plans.len()).map(|number| planned(view, number)).collect(),
        selection: explored.selection,
        is_all: explored.is_all,
        answer: view.was_realised().then(|| report.answer()),
        what_if: view.what_if.map(|what_if| what_if.row(view)),
        refused: report.trace().iter().filter(|event| matches!(event, TraceEntry::Refused { .. })).count(),
        plan_nodes: report.plan_nodes,
        push_nodes: report.push_nodes,
        lurd: report.solution().map(|solution| solution.lurd.clone()),
    }
}

fn planned(view: &PlanView<'_>, number: usize) -> PlannedRow {
    let plan = &view.explored.plans[number];
    let counts = |counts: &Counts| view.areas.areas().iter().map(|area| counts.get(area.id)).collect();
    let verdict = view.verdict(number);
    let step = |(index, step): (usize, &PlannedStep)| PlanStepRow {
        step: view.step(&step.step),
        label: step.label.word().to_owned(),
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
    let (became, because) = (verdict.end.word().to_owned(), view.verdict_words(number));
    PlannedRow { cost: plan.cost, became, because, steps: plan.steps.iter().enumerate().map(step).collect() }
}

/// JSON row of an entry of the trace. Keys that do not apply are left out.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct TraceRow {
    /// Number of the entry, from 0.
    number: usize,
    /// Kind of the entry: `planned`, `no_plan`, `realised`, `refused`, or `known` (a step led to known positions alone).
    entry: &'static str,
    /// Number of the position.
    position: usize,
    /// Steps of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Vec<String>>,
    /// Whether the plan leads to the goal; if no plan does, it is the nearest first step alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<PlanOrigin>,
    /// Step in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<String>,
    /// Certainty of the outcome of the step, see `help abstraction`.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'static str>,
    /// Numbers of the positions to which the step led.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<Vec<usize>>,
    /// Reason of the refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
    /// Squares of boxes that are in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_the_way: Option<Vec<(usize, usize)>>,
    /// Names of the areas of these boxes.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_areas: Option<Vec<String>>,
    /// Number of push nodes spent on the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    push_nodes: Option<u64>,
}

pub(super) fn trace_row(view: &PlanView<'_>, number: usize, entry: &TraceEntry) -> TraceRow {
    let row = |entry, position: &usize| TraceRow { number, entry, position: *position, ..TraceRow::default() };
    match entry {
        TraceEntry::Planned { position, plan: None, .. } => row("no_plan", position),
        TraceEntry::Planned { position, plan: Some(steps), origin } => TraceRow {
            plan: Some(steps.iter().map(|step| view.step(step)).collect()),
            origin: Some(*origin),
            ..row("planned", position)
        },
        TraceEntry::Realised { position, step, label, outcomes, nodes } => TraceRow {
            step: Some(view.step(step)),
            label: Some(label.word()),
            outcomes: Some(outcomes.clone()),
            push_nodes: Some(*nodes),
            ..row("realised", position)
        },
        TraceEntry::Known { position, step, nodes } => {
            TraceRow { step: Some(view.step(step)), push_nodes: Some(*nodes), ..row("known", position) }
        }
        TraceEntry::Refused { position, refusal } => {
            let areas = refusal.in_the_way.iter().map(|&s| view.areas.area_of(s)).unique();
            TraceRow {
                step: Some(view.step(&refusal.step)),
                label: Some(refusal.label.word()),
                why: Some(refusal.why),
                in_the_way: Some(view.places(&refusal.in_the_way)),
                in_areas: Some(areas.map(|area| view.name(area).to_owned()).collect()),
                push_nodes: Some(refusal.nodes),
                ..row("refused", position)
            }
        }
    }
}
