//! The content of a level's page: rows of its runs, rooms, steps of its solution, and plans. The keys of a row of `--rows`
//! determine its kind: rows of `bench` and `solve --json` make a run, rows of `plan --json` are shown beside the run.

use crate::assist::refutation;
use crate::cli::io::{ExitStatus, Failure, LevelFiles, PickedLevel, message, row};
use crate::level::{Level, Lurd, verify};
use crate::maze::{Areas, PlayerSides, PushDistances};
use crate::render::{PlanRow, ReportLevel, ReportTurn, RoomsDump, SolveRow, StepsView, TraceRow};
use crate::run::{Answer, Limits, Meter, StopFlag};
use crate::solve::{Explanation, Options, Solved};
use crate::study::{BadRow, Rows};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;

pub(super) struct SolvedLevel {
    pub(super) solved: Solved,
    pub(super) turns: Vec<ReportTurn>,
}

pub(super) struct Content<'a> {
    pub(super) limits: Limits,
    pub(super) options: &'a Options,
    pub(super) known: &'a RowsOfLevels,
    pub(super) stop: &'a StopFlag,
}

impl Content<'_> {
    /// Returns the page of a level: with the solution found now (`solved`), given moves (`claim`), or the rows of
    /// `--rows`.
    pub(super) fn level(
        &self,
        picked: &PickedLevel,
        solved: Option<SolvedLevel>,
        claim: Option<String>,
    ) -> (ReportLevel, ExitStatus) {
        let (file, number, title) = (&picked.file, picked.entry.number, &picked.entry.title);
        let level = picked.level();
        let mut page = ReportLevel::new(file, number, title, level);
        let Some(level) = level else { return (page, ExitStatus::Done) };
        let meter = Meter::new(self.limits, self.stop.clone());
        let Options { rooms_by, patterns, .. } = self.options;
        let areas = Areas::within(&level.board, *rooms_by, patterns, &meter).ok();
        let report = solved.as_ref().map(|level| &level.solved.report);
        page.runs = match (report, claim) {
            (Some(report), _) => vec![Some(SolveRow::new(title, Some(report)))],
            (None, Some(lurd)) => vec![Some(SolveRow::claimed(title, level, lurd))],
            (None, None) => self.known.rows_of(picked),
        };
        page.plan = self.known.plan_of(picked);
        let answer =
            page.runs.first().map_or_else(|| Some(page.plan.as_ref()?.answer), |row| Some(row.as_ref()?.answer));
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
            page.rooms = serde_json::to_value(RoomsDump::new(level, *rooms_by, &areas, &dead).row()).ok();
            let row = page.runs.first().and_then(Option::as_ref);
            // The solution found now has its steps; other moves are read.
            let (found, turns) = solved.map_or_else(Default::default, |level| (level.solved.steps, level.turns));
            page.turns = turns;
            if let Some(explained) = found.or_else(|| self.read(level, &areas, row?)) {
                let view = StepsView::new(level, &explained);
                (page.story, page.steps) = (Some(view.story_row()), view.rows());
            }
        }
        (page, if broken.is_empty() { exit } else { exit.and(ExitStatus::No) })
    }
}

impl Content<'_> {
    fn read(&self, level: &Level, areas: &Areas, row: &SolveRow) -> Option<Explanation> {
        let mut explained = Explanation::of_moves(level, areas, &row.lurd.as_ref()?.parse().ok()?).ok()?;
        // A limit leaves the last steps without labels.
        _ = explained.label(level, &Meter::new(self.limits, self.stop.clone()));
        Some(explained)
    }
}

fn leave_out_broken(level: &Level, page: &mut ReportLevel) -> Vec<String> {
    let mut broken = Vec::new();
    for row in page.runs.iter_mut().flatten() {
        if let Some(why) = row.lurd.as_ref().and_then(|lurd| fault(level, lurd)) {
            (row.lurd, row.answer) = (None, Answer::InternalError);
            broken.push(why);
        }
    }
    if let Some(why) = page.plan.as_ref().and_then(|plan| fault(level, plan.lurd.as_ref()?)) {
        page.plan = page.plan.take().map(PlanRow::without_solution);
        broken.push(why);
    }
    broken
}

fn fault(level: &Level, lurd: &str) -> Option<String> {
    match lurd.parse::<Lurd>() {
        Ok(moves) => Some(verify(&level.board, &level.start, &moves).err()?.to_string()),
        Err(error) => Some(error.to_string()),
    }
}

/// Rows of one run by file, number and title of the level.
type RunRows = FxHashMap<(String, usize, String), SolveRow>;

#[derive(Debug, Default)]
pub(super) struct RowsOfLevels {
    /// Name of each run, and its first row for each level by file, number and title.
    runs: Vec<(String, RunRows)>,
    /// Last plans of each level by file and number.
    plans: FxHashMap<(String, usize), PlanRow>,
    /// Steps that the planner tried, by file and number.
    traces: FxHashMap<(String, usize), Vec<TraceRow>>,
}

#[derive(Debug, Deserialize)]
struct About<T> {
    file: String,
    level: usize,
    #[serde(flatten)]
    body: T,
}

/// The rows of a file that are about plans.
#[derive(Debug, Default)]
struct PlanRows {
    plans: Vec<About<PlanRow>>,
    steps: Vec<About<TraceRow>>,
}

impl PlanRows {
    /// Takes the rows of plans and of traces from a text, and returns the text with `{}` in place of each taken row, so that line
    /// numbers stay.
    fn take(&mut self, text: &str) -> Result<String, BadRow> {
        let mut rest = String::with_capacity(text.len());
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let value = serde_json::from_str::<Value>(line).unwrap_or_default();
            let has = |key: &str| value["type"] == "level" && value.get(key).is_some();
            let (is_plan, is_unanswered) = (has("plans"), has("reason"));
            let bad = |why: serde_json::Error| BadRow { line: index + 1, why: why.to_string() };
            if is_plan {
                self.plans.push(about(value).map_err(bad)?);
            } else if value["type"] == "trace" {
                self.steps.push(about(value).map_err(bad)?);
            } else if !is_unanswered {
                rest.push_str(line);
                continue;
            }
            rest.push_str("{}\n");
        }
        Ok(rest)
    }
}

impl RowsOfLevels {
    pub(super) fn read(
        &mut self,
        name: &str,
        path: &Path,
        files: &LevelFiles<'_>,
        meter: &Meter,
    ) -> Result<(), Failure> {
        let mut other = PlanRows::default();
        let mut run = row::read(path, meter, |text| Rows::read(&other.take(text)?))?;
        let PlanRows { mut plans, mut steps } = other;
        let is_run = !run.rows.is_empty() || plans.is_empty() && steps.is_empty();
        let named = run.rows.iter_mut().map(|row| &mut row.file);
        let named = named.chain(plans.iter_mut().map(|plan| &mut plan.file));
        for file in named.chain(steps.iter_mut().map(|step| &mut step.file)) {
            if let Some(meant) = files.meant(file) {
                *file = meant.to_owned();
            }
        }
        self.plans.extend(plans.into_iter().map(|About { file, level, body }| ((file, level), body)));
        for About { file, level, body } in steps {
            self.traces.entry((file, level)).or_default().push(body);
        }
        if is_run {
            // The first of several rows of a level comes last.
            let rows = run.rows.into_iter().rev().map(|row| ((row.file, row.level, row.body.title.clone()), row.body));
            self.runs.push((name.to_owned(), rows.collect()));
        }
        Ok(())
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.runs.iter().map(|(name, _)| name.clone()).collect()
    }

    pub(super) fn rows_of(&self, picked: &PickedLevel) -> Vec<Option<SolveRow>> {
        let (file, entry) = (&picked.file, &picked.entry);
        let place = (file.clone(), entry.number, entry.title.clone());
        self.runs.iter().map(|(_, run)| run.get(&place).cloned()).collect()
    }

    /// Returns the plans in the last row of `plan --json` about a level; `None` if no such row was read.
    pub(super) fn plan_of(&self, picked: &PickedLevel) -> Option<PlanRow> {
        let steps = self.traces.get(&picked.key()).into_iter().flatten().cloned();
        self.plans.get(&picked.key()).map(|plan| plan.clone().shortened().with_trace(steps))
    }
}

fn about<T: DeserializeOwned>(value: Value) -> Result<About<T>, serde_json::Error> {
    serde_json::from_value(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_told_apart_and_lines_of_others_keep_their_numbers() {
        let mut rows = PlanRows::default();
        let plan = r#"{"type":"level","file":"f","level":1,"title":"","answer":"gave_up","areas":[],"plans":[],
            "plan_nodes":1,"push_nodes":2,"lurd":null}"#
            .replace('\n', "");
        let unanswered = r#"{"type":"level","file":"f","level":2,"title":"","answer":"gave_up","reason":"too large"}"#;
        let rest = rows.take(&format!("{plan}\n{unanswered}\nhello\n{{\"type\":\"sum\",\"plans\":[]}}\n"));
        assert_eq!(rest.unwrap(), "{}\n{}\nhello\n{\"type\":\"sum\",\"plans\":[]}\n");
        assert_eq!(rows.plans.len(), 1);
        let broken = rows.take(&format!("{plan}\n{}\n", plan.replace("areas", "zones"))).unwrap_err();
        assert_eq!(broken.line, 2);
    }
}
