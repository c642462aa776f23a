//! The plans of a level as one row of JSON Lines, and the trace of the planner as rows.

use super::PlanView;
use crate::planner::{MadeTransfer, Slot, Supplier, TraceEntry};
use crate::render::realised::{FidelityRow, pushes_by};
use crate::render::steps::area_rows;
use crate::render::words::Place;
use crate::render::{AreaRow, RealisedRow, StepRow, StepsView, StoryRow, step_words};
use crate::run::Answer;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// JSON row of a level with its plans. The caller that writes the row adds type, schema, file and level.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct PlanRow {
    /// Title of the level.
    title: String,
    /// Answer to the level by the first plan.
    #[schemars(with = "String")]
    pub answer: Answer,
    /// Areas on which the first plan was made.
    areas: Vec<AreaRow>,
    /// Plans: first the one that `solve --strategy plans` follows, then alternatives to it.
    plans: Vec<PlannedRow>,
    /// Story of the pushes of the first plan; left out if it made none.
    #[serde(skip_serializing_if = "Option::is_none")]
    story: Option<StoryRow>,
    /// Steps of the pushes of the first plan; left out if it made none.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<StepRow>>,
    /// Moves of the solution by the first plan in LURD; `null` without a solution.
    pub lurd: Option<String>,
    /// Number of states expanded by planners, for all plans.
    plan_nodes: u64,
    /// Number of positions expanded by push searches, for all plans.
    push_nodes: u64,
    /// Steps that the planner tried for the first plan; left out unless a page asks for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    trace: Vec<TraceRow>,
}

impl PlanRow {
    /// Maximum number of plans of a level on a page, so that the page of a hundred levels stays small.
    const MOST: usize = 3;

    /// Returns the row with the number of plans that a page shows.
    #[must_use]
    pub fn shortened(mut self) -> Self {
        self.plans.truncate(Self::MOST);
        self
    }

    /// Returns the row with the steps of a trace that a page shows: those in the first 300 positions, and those that were chosen.
    #[must_use]
    pub fn with_trace(self, trace: impl Iterator<Item = TraceRow>) -> Self {
        let is_shown = |step: &TraceRow| step.chosen || step.outcome.unwrap_or(step.position) < SHOWN;
        Self { trace: trace.filter(is_shown).collect(), ..self }
    }

    /// Returns the row without the solution, whose moves failed to replay; the answer becomes an internal error.
    #[must_use]
    pub fn without_solution(self) -> Self {
        Self { lurd: None, answer: Answer::InternalError, story: None, steps: None, ..self }
    }
}

/// JSON object of a plan, and its result.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
struct PlannedRow {
    /// Answer to the level by this plan.
    #[schemars(with = "String")]
    answer: Answer,
    /// Name of the strategy that made the plan.
    strategy: Option<String>,
    /// How the plan differs from the first one; empty for the first.
    variation: String,
    /// What became of the slots, beside chance.
    fidelity: FidelityRow,
    /// Number of pushes by the kind of their steps: `event`, `arrangement`, `push`, `group` or `takeover`.
    pushes_by: IndexMap<String, usize>,
    /// Slots in the planned order.
    slots: Vec<SlotRow>,
    /// Transfers that were made, in order.
    made: Vec<MadeRow>,
    /// Steps that were carried out, in order.
    realised: Vec<RealisedRow>,
    /// Moves of the solution in LURD; `null` without a solution.
    lurd: Option<String>,
}

/// JSON object of a slot: a goal to fill, or a place to park a box for a later slot.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
struct SlotRow {
    /// Slot in words: `fill (8,16) of C from A or D, through f`.
    words: String,
    /// Goal, or square of the area to park in: row and column from 0.
    to: Place,
    /// Whether a box fills a goal and stays; otherwise it parks.
    fills: bool,
    /// Number of the stage, from 1. Slots of one stage can be filled in any order.
    stage: usize,
    /// Areas from which a box can come when the slot is due, the preferred one first; at most two.
    suppliers: Vec<SupplierRow>,
    /// Whether no other area can supply it.
    forced: bool,
}

/// JSON object of an area from which a slot can be filled.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
struct SupplierRow {
    /// Square of a box: of the preferred supplier when the slot is due, of another at the start.
    from: Place,
    /// Areas on its way, in order, beginning with the supplier.
    areas: Vec<String>,
}

/// JSON object of a transfer that was made.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
struct MadeRow {
    /// Transfer in words: `(4,4) A > b > C fills (8,5)`.
    words: String,
    /// Square of the box before the transfer, row and column from 0.
    from: Place,
    /// Square of the box after the transfer.
    to: Place,
    /// Areas that the box enters, in order, after the area that it leaves.
    areas: Vec<String>,
    /// Whether the box fills a goal and stays; otherwise it parks.
    fills: bool,
    /// Number of pushes of the box.
    pushes: usize,
    /// Weakest label of the steps of the transfer; `null` without a closure.
    label: Option<String>,
    /// Number of the slot that it fills, from 1; `null` if it was added.
    slot: Option<usize>,
    /// Whether the slot names the area from which the box came.
    supplied: bool,
    /// Why it was added; left out if it fills a slot.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl PlanView<'_> {
    /// Returns the JSON row of the plans.
    pub fn row(&self) -> PlanRow {
        let first = &self.plans[0].report;
        let steps = self.steps().filter(|_| first.solution().is_some());
        PlanRow {
            title: self.level.title.clone(),
            answer: first.answer(),
            areas: area_rows(self.level, &self.areas, &self.names),
            plans: (0..self.plans.len()).map(|number| planned(self, number)).collect(),
            story: steps.as_ref().map(StepsView::story_row),
            steps: steps.as_ref().map(StepsView::rows),
            lurd: first.solution().map(|solution| solution.lurd.clone()),
            plan_nodes: self.plans.iter().map(|plan| plan.report.plan_nodes).sum(),
            push_nodes: self.plans.iter().map(|plan| plan.report.push_nodes).sum(),
            trace: Vec::new(),
        }
    }

    /// Returns the trace of the planner of the first plan as rows, numbered from 0.
    pub fn trace(&self) -> impl Iterator<Item = TraceRow> {
        self.steps_tried().iter().enumerate().map(|(number, entry)| trace_row(self, number, entry))
    }
}

fn planned(view: &PlanView<'_>, number: usize) -> PlannedRow {
    let (report, plan) = (&view.plans[number].report, view.report(number));
    let place = |square| view.level.board.row_column(square);
    let made = |made: &MadeTransfer| {
        let (from, to) = made.step.ends().map(|(from, to)| (place(from), place(to))).unwrap_or_default();
        MadeRow {
            words: view.words(&made.step, made.fills),
            from,
            to,
            areas: made.step.route.iter().map(|&area| view.name(area).to_owned()).collect(),
            fills: made.fills,
            pushes: made.pushes,
            label: view.label(number, made).map(|label| label.word().to_owned()),
            slot: made.slot.map(|index| index + 1),
            supplied: made.is_supplied,
            reason: made.slot.is_none().then(|| view.reason(number, made)),
        }
    };
    PlannedRow {
        answer: report.answer(),
        strategy: plan.map(|plan| plan.strategy.word().to_owned()),
        variation: view.variation(number),
        fidelity: view.fidelity(number).unwrap_or_default(),
        pushes_by: plan.map(pushes_by).unwrap_or_default(),
        slots: view.slots(number).iter().map(|of| slot(view, of)).collect(),
        made: view.made(number).iter().map(made).collect(),
        realised: plan.map(|plan| RealisedRow::all(plan, &view.level.board, &view.names)).unwrap_or_default(),
        lurd: report.solution().map(|solution| solution.lurd.clone()),
    }
}

fn slot(view: &PlanView<'_>, slot: &Slot) -> SlotRow {
    let place = |square| view.level.board.row_column(square);
    let supplier = |supplier: &Supplier| SupplierRow {
        from: place(supplier.from),
        areas: supplier.route.iter().map(|&area| view.name(area).to_owned()).collect(),
    };
    SlotRow {
        words: view.slot_words(slot),
        to: place(slot.to),
        fills: slot.fills,
        stage: slot.stage + 1,
        suppliers: slot.suppliers.iter().map(supplier).collect(),
        forced: slot.is_forced,
    }
}

/// JSON row of an entry of the trace: a step that was tried.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct TraceRow {
    /// Number of the entry, from 0.
    number: usize,
    /// Number of the position before the step.
    position: usize,
    /// Step in words.
    step: String,
    /// Who chose the step: `event`, `arrangement` or `push`.
    act: String,
    /// Label of the step when it was chosen, see `help plans`.
    label: Option<String>,
    /// Each box that moved, with its places before and after: row and column from 0.
    moved: Vec<(Place, Place)>,
    /// Place of the player after the step.
    player: Place,
    /// Number of the new position; `null` if the step was refused.
    outcome: Option<usize>,
    /// Name of the rule that refused the step, or proved the new position lost; `null` without one. Rules were asked in the first 300
    /// positions.
    refused: Option<String>,
    /// Whether the step is on the way to the solution, or else to the best position.
    chosen: bool,
}

/// Number of positions whose steps a page shows.
const SHOWN: usize = 300;

fn trace_row(view: &PlanView<'_>, number: usize, entry: &TraceEntry) -> TraceRow {
    let place = |square| view.level.board.row_column(square);
    TraceRow {
        number,
        position: entry.position,
        step: step_words(&entry.step, &view.names),
        act: entry.act.word().to_owned(),
        label: entry.label.map(|label| label.word().to_owned()),
        moved: entry.moved.iter().map(|&(from, to)| (place(from), place(to))).collect(),
        player: place(entry.player),
        outcome: entry.outcome,
        refused: entry.refused.map(|rule| rule.name().to_owned()),
        chosen: entry.is_chosen,
    }
}
