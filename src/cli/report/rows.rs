//! Rows for a report, from the files of `--rows`. The keys determine the kind of a row: rows of `bench` and `solve
//! --json` make a run, those of `plan --json` are shown beside the run.

use crate::cli::select::Picked;
use crate::cli::{Failure, claims, row};
use crate::render::{ReportPlan, SolveRow};
use crate::study::{BadRow, Rows};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;

/// Rows about levels from all files of `--rows`.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Name and rows of each run.
    runs: Vec<(String, Rows)>,
    plans: Vec<About<ReportPlan>>,
}

/// Row about one level, with the file and number of the level.
#[derive(Debug, Deserialize)]
struct About<T> {
    file: String,
    level: usize,
    #[serde(flatten)]
    body: T,
}

impl Known {
    /// Adds the rows about levels of `files` from the file at `path`, which may have at most `most` bytes.
    ///
    /// # Errors
    /// The file cannot be read, or has a line that is not a row.
    pub(super) fn read(&mut self, name: &str, path: &Path, most: u64, files: &[String]) -> Result<(), Failure> {
        let before = self.plans.len();
        let mut run = row::read(path, most, |text| Rows::read(&self.take(text)?))?;
        let is_run = !run.rows.is_empty() || self.plans.len() == before;
        let named = run.rows.iter_mut().map(|row| &mut row.file);
        let planned = self.plans.iter_mut().map(|plan| &mut plan.file);
        for file in named.chain(planned) {
            if let Some(meant) = claims::meant(file, files) {
                file.clone_from(meant);
            }
        }
        if is_run {
            self.runs.push((name.to_owned(), run));
        }
        Ok(())
    }

    /// Moves rows of plans from a text into `self`, and returns the text with `{}` in place of each moved
    /// row, so that line numbers stay.
    fn take(&mut self, text: &str) -> Result<String, BadRow> {
        let mut rest = String::with_capacity(text.len());
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let value = serde_json::from_str::<Value>(line).unwrap_or_default();
            let has = |key: &str| value["type"] == "level" && value.get(key).is_some();
            let (is_plan, is_unanswered) = (has("plans"), has("reason"));
            let bad = |why: serde_json::Error| BadRow { line: index + 1, why: why.to_string() };
            if is_plan {
                self.plans.push(about(value).map_err(bad)?);
            } else if !is_unanswered {
                rest.push_str(line);
                continue;
            }
            rest.push_str("{}\n");
        }
        Ok(rest)
    }

    /// Returns the names of the runs.
    pub(super) fn names(&self) -> Vec<String> {
        self.runs.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Returns the row of a level in each run; `None` for a run without the level.
    pub(super) fn rows_of(&self, picked: &Picked) -> Vec<Option<SolveRow>> {
        let (file, entry) = (&picked.file, &picked.entry);
        let row = |(_, run): &(String, Rows)| run.of(file, entry.number, &entry.title).map(|row| row.body.clone());
        self.runs.iter().map(row).collect()
    }

    /// Returns the plans in the last row of `plan --json` about a level; `None` if no such row was read.
    pub(super) fn plan_of(&self, picked: &Picked) -> Option<ReportPlan> {
        let found = self.plans.iter().rev().find(|plan| plan.is_of(picked));
        found.map(|plan| plan.body.clone().shortened())
    }
}

impl<T> About<T> {
    fn is_of(&self, picked: &Picked) -> bool {
        (&self.file, self.level) == (&picked.file, picked.entry.number)
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
        let mut known = Known::default();
        let plan = r#"{"type":"level","file":"f","level":1,"abstraction":"counts","areas":[],"plans":[],"is_all":true,
            "answer":null,"realised":[],"refused":0,"plan_nodes":1,"push_nodes":2,"lurd":null}"#
            .replace('\n', "");
        let unanswered = r#"{"type":"level","file":"f","level":2,"title":"","answer":"gave_up","reason":"too large"}"#;
        let rest = known.take(&format!("{plan}\n{unanswered}\nhello\n{{\"type\":\"sum\",\"plans\":[]}}\n"));
        assert_eq!(rest.unwrap(), "{}\n{}\nhello\n{\"type\":\"sum\",\"plans\":[]}\n");
        assert_eq!(known.plans.len(), 1);
        let broken = known.take(&format!("{plan}\n{}\n", plan.replace("areas", "zones"))).unwrap_err();
        assert_eq!(broken.line, 2);
    }
}
