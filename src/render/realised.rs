//! The steps that planners carried out, and the fate of the plan, as tables and as JSON rows. The solution may have been tidied
//! since: [`super::StepsView`] has its steps.

use super::words::step_words;
use super::{Column, Table, TableCell, counted};
use crate::level::Board;
use crate::planner::{Act, Fidelity, StepResult};
use crate::solve::PlanReport;
use indexmap::IndexMap;
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// Row and column of a square, from 0.
pub(super) type Place = (usize, usize);

/// JSON row of a step that a planner carried out, in the order of execution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct RealisedRow {
    /// Step in words: `A > b > C`, `arrange A` or `push search`.
    pub words: String,
    /// Kind of the step: `transfer` (one box over borders), `arrangement` (boxes inside one area) or `takeover`.
    pub kind: String,
    /// Boxes that the step moved, each with its squares before and after: row and column from 0.
    pub boxes: Vec<(Place, Place)>,
    /// Areas that the box of a transfer entered, in order, after the area that it left; the area of an arrangement.
    pub areas: Vec<String>,
    /// Who chose the pushes: `event`, `arrangement`, `push` (of the fallback), `group` (the search of one group of boxes) or
    /// `takeover` (the full push search).
    pub act: String,
    /// Label of the step's closure when the step was chosen; `null` without a closure.
    pub label: Option<String>,
    /// Number of pushes of the step.
    pub pushes: usize,
}

impl RealisedRow {
    pub(super) fn all(plan: &PlanReport, board: &Board, names: &[String]) -> Vec<Self> {
        let place = |square| board.row_column(square);
        let row = |StepResult { step, act, label, pushes }: &StepResult| Self {
            words: step_words(step, names),
            kind: step.kind.word().to_owned(),
            boxes: step.boxes.iter().map(|&(from, to)| (place(from), place(to))).collect(),
            areas: step.route.iter().map(|area| names[area.index()].clone()).collect(),
            act: act.word().to_owned(),
            label: label.map(|label| label.word().to_owned()),
            pushes: pushes.len(),
        };
        plan.attempts.iter().map(row).collect()
    }
}

/// Returns a table of the steps that a planner carried out; `names` are the names of the plan's areas.
pub(super) fn realised(plan: &PlanReport, board: &Board, names: &[String], width: Option<usize>) -> String {
    let columns = vec![
        Column::figure("step", 0),
        Column::words("areas", 0).cut_to(TRANSFER),
        Column::words("chosen by", 3),
        Column::words("label", 2),
        Column::figure("pushes", 1),
    ];
    let row = |(row, number): (RealisedRow, usize)| {
        let words = TableCell::plain(row.words);
        vec![
            TableCell::plain(number),
            if row.act == Act::Takeover.word() { words.doubtful() } else { words },
            TableCell::plain(row.act),
            TableCell::plain(row.label.unwrap_or_default()),
            TableCell::plain(row.pushes),
        ]
    };
    let rows: Vec<Vec<TableCell>> = RealisedRow::all(plan, board, names).into_iter().zip(1..).map(row).collect();
    if rows.is_empty() { String::new() } else { Table::text(columns, &rows, width) }
}

/// Minimum width of the column of areas: other columns are left out before it is cut further.
const TRANSFER: usize = 16;

/// JSON object: the result of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct FidelityRow {
    /// Number of transfers that were proposed before any push was tried.
    pub proposed: usize,
    /// Number of proposed transfers that were carried out.
    pub carried_out: usize,
    /// Number of these that were carried out in the proposed order: the greatest that can be counted.
    pub in_order: usize,
    /// Number of transfers that were made and not proposed.
    pub added: usize,
    /// Number of pushes by the kind of their steps: `event`, `arrangement`, `push`, `group` or `takeover`.
    pub pushes_by: IndexMap<String, usize>,
}

impl FidelityRow {
    /// Returns the result of a plan; `None` before [`crate::solve::propose_plan`].
    pub(super) fn of(plan: &PlanReport) -> Option<Self> {
        let fidelity = plan.fidelity.as_ref()?;
        let Fidelity { proposed, carried_out, in_order, .. } = *fidelity;
        let pushes_by = Act::ALL.map(|act| (act.word().to_owned(), plan.pushes_by(act)));
        let pushes_by = pushes_by.into_iter().filter(|(_, pushes)| *pushes > 0).collect();
        Some(Self { proposed, carried_out, in_order, added: fidelity.added(), pushes_by })
    }

    /// Returns `9 of 11 transfers were carried out, 7 in this order; 2 were added`.
    pub(super) fn words(&self) -> String {
        let Self { proposed, carried_out, in_order, added, .. } = self;
        let order = match in_order {
            _ if *carried_out == 0 => String::new(),
            all if all == carried_out => ", in this order".to_owned(),
            some => format!(", {some} in this order"),
        };
        let were = |count: usize| if count == 1 { "was" } else { "were" };
        let added = if *added == 0 { String::new() } else { format!("; {added} {} added", were(*added)) };
        format!("{carried_out} of {} {} carried out{order}{added}", counted(*proposed, "transfer"), were(*proposed))
    }

    /// Returns the share of each kind of step: `97 pushes: 80 % by event, 20 % by arrangement`.
    pub(super) fn shares(&self) -> String {
        let all: usize = self.pushes_by.values().sum();
        let share = |(act, pushes): (&String, &usize)| format!("{} % by {act}", (100 * pushes + all / 2) / all.max(1));
        format!("{}: {}", counted(all, "push"), self.pushes_by.iter().map(share).join(", "))
    }
}
