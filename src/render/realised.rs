//! The operators of the planner that led to a solution, as a table and as JSON rows. The solution may have been tidied
//! since: its steps are those of [`super::StepsView`].

use super::{Column, Table, TableCell, step_words};
use crate::planner::Realisation;
use crate::solve::PlanReport;
use serde::{Deserialize, Serialize};

/// JSON row of an operator of the planner that led to the solution, in the order in which they were carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct RealisedRow {
    /// The operator in words: `A > b > C`, `arrange A`, `settle A` or `push search`.
    pub words: String,
    /// Label with which the operator was chosen: how certain its outcome was.
    pub label: String,
    /// Number of pushes that carried the operator out.
    pub pushes: usize,
    /// Kind of the operator of the planner of room events: `event`, `arrangement`, `push` or `takeover`; `null` for
    /// other planners.
    pub act: Option<String>,
    /// Reason why a push search took over from the planner, `no_further` or `nothing_left`; `null` if none did.
    pub took_over: Option<String>,
    /// Number of steps tried in the position of the operator, the operator included; `null` if they are not counted.
    pub plan_nodes: Option<u64>,
    /// Number of push nodes spent on the operator.
    pub push_nodes: u64,
}

impl RealisedRow {
    pub(super) fn all(plan: &PlanReport, names: &[String]) -> Vec<Self> {
        let row = |realised: &Realisation| Self {
            words: step_words(&realised.step, names),
            label: realised.label.word().to_owned(),
            pushes: realised.pushes.len(),
            act: realised.act.map(|act| act.word().to_owned()),
            took_over: realised.takeover.map(|reason| reason.word().to_owned()),
            plan_nodes: realised.plan_nodes,
            push_nodes: realised.push_nodes,
        };
        plan.steps.iter().flatten().map(row).collect()
    }
}

/// Returns a table of the operators of a plan; `names` are those of the areas of the plan.
pub(super) fn realised(plan: &PlanReport, names: &[String], width: Option<usize>) -> String {
    let columns = vec![
        Column::figure("step", 0),
        Column::words("areas", 0).cut_to(TRANSFER),
        Column::words("label", 2),
        Column::figure("pushes", 1),
        Column::figure("push nodes", 3),
    ];
    let row = |(row, number): (RealisedRow, usize)| {
        let words = TableCell::plain(row.words);
        vec![
            TableCell::plain(number),
            if row.took_over.is_some() { words.doubtful() } else { words },
            TableCell::plain(row.label),
            TableCell::plain(row.pushes),
            TableCell::plain(row.push_nodes),
        ]
    };
    let rows: Vec<Vec<TableCell>> = RealisedRow::all(plan, names).into_iter().zip(1..).map(row).collect();
    if rows.is_empty() { String::new() } else { Table::text(columns, &rows, width) }
}

/// Width to which the column of areas is cut before other columns are left out.
const TRANSFER: usize = 16;
