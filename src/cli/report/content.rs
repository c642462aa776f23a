//! The content of a level's page: rows of its runs, rooms, steps of its solution, and plans.

use super::rows::Known;
use crate::assist::refutation;
use crate::cli::select::Picked;
use crate::cli::{ExitStatus, message};
use crate::level::{Level, Lurd, verify};
use crate::maze::{Areas, PlayerSides, PushDistances};
use crate::render::{ReportLevel, ReportPlan, ReportRefusal, ReportStep, ReportTurn, RoomsDump, SolveRow, StepsView};
use crate::run::{Answer, Limits, Meter, StopFlag};
use crate::solve::{Explained, Options, Report};

/// Result of solving a level for the report.
pub(super) struct Solved {
    pub(super) report: Report,
    pub(super) turns: Vec<ReportTurn>,
}

/// Data from which the pages of levels are made.
pub(super) struct Content<'a> {
    /// Limits for computing rooms and proofs.
    pub(super) limits: Limits,
    pub(super) options: &'a Options,
    pub(super) known: &'a Known,
    pub(super) stop: &'a StopFlag,
}

impl Content<'_> {
    /// Returns the page of a level: with the solution found now (`solved`), given moves (`claim`), or the rows of
    /// `--rows`.
    pub(super) fn level(
        &self,
        picked: &Picked,
        solved: Option<Solved>,
        claim: Option<String>,
    ) -> (ReportLevel, ExitStatus) {
        let (file, number, title) = (&picked.file, picked.entry.number, &picked.entry.title);
        let level = picked.entry.body.as_ref().ok();
        let mut page = ReportLevel::new(file, number, title, level);
        let Some(level) = level else { return (page, ExitStatus::Done) };
        let meter = Meter::new(self.limits, self.stop.clone());
        let Options { rooms_by, patterns, .. } = self.options;
        let areas = Areas::within(&level.board, *rooms_by, patterns, &meter).ok();
        let report = solved.as_ref().map(|solved| &solved.report);
        page.runs = match (report, claim) {
            (Some(report), _) => vec![Some(SolveRow::new(title, Some(report)))],
            (None, Some(lurd)) => vec![Some(SolveRow::claimed(title, level, lurd))],
            (None, None) => self.known.rows_of(picked),
        };
        page.plan = self.known.plan_of(picked);
        let answer = page.runs.first().map_or_else(|| page.plan.as_ref()?.answer, |row| Some(row.as_ref()?.answer));
        let exit = answer.map_or(ExitStatus::Done, ExitStatus::from);
        if answer == Some(Answer::Unsolvable) {
            let mut meter = Meter::new(self.limits, self.stop.clone());
            page.proof = Some(refutation(level, "unsolvable", &mut meter).into());
        }
        let broken = leave_out_broken(level, &mut page);
        for why in &broken {
            message::error(&format!("{file}: level {number}: a solution that does not replay is left out: {why}"));
        }
        if let Some(areas) = areas {
            let dead = PushDistances::dead_squares_of(&level.board, &PlayerSides::new(&level.board));
            page = page.with_rooms(&RoomsDump::new(level, *rooms_by, &areas, &dead));
            let row = page.runs.first().and_then(Option::as_ref);
            if let Some(explained) = explained(level, &areas, report, row, self.stop) {
                let view = StepsView::new(level, &explained);
                (page.outline, page.steps) = (Some(view.outline_row()), ReportStep::all(level, &explained));
            }
            page.refused = report.map(|report| ReportRefusal::all(level, report, &areas)).unwrap_or_default();
        }
        page.turns = solved.map(|solved| solved.turns).unwrap_or_default();
        (page, if broken.is_empty() { exit } else { exit.and(ExitStatus::No) })
    }
}

/// Removes from a page the solutions that do not solve the level, and returns for each the reason why.
fn leave_out_broken(level: &Level, page: &mut ReportLevel) -> Vec<String> {
    let mut broken = Vec::new();
    for row in page.runs.iter_mut().flatten() {
        if let Some(why) = row.lurd.as_ref().and_then(|lurd| fault(level, lurd)) {
            (row.lurd, row.answer) = (None, Answer::InternalError);
            broken.push(why);
        }
    }
    if let Some(why) = page.plan.as_ref().and_then(|plan| fault(level, plan.lurd.as_ref()?)) {
        page.plan = page.plan.take().map(ReportPlan::without_solution);
        broken.push(why);
    }
    broken
}

/// Returns the reason why moves are not a solution; `None` if they solve the level.
fn fault(level: &Level, lurd: &str) -> Option<String> {
    match lurd.parse::<Lurd>() {
        Ok(moves) => Some(verify(&level.board, &level.start, &moves).err()?.to_string()),
        Err(error) => Some(error.to_string()),
    }
}

/// Returns the steps of the solution: as found by the search if the level was solved for the report, else read from the
/// moves of the row.
fn explained(
    level: &Level,
    areas: &Areas,
    solved: Option<&Report>,
    row: Option<&SolveRow>,
    stop: &StopFlag,
) -> Option<Explained> {
    let read = || Explained::of_moves(level, areas, &row?.lurd.as_ref()?.parse().ok()?, stop).ok();
    solved.and_then(|report| Explained::of_report(level, areas, report, stop)).or_else(read)
}
