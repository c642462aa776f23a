//! Files of nogoods: rows of `plan --refine --json` and `plan --from --json`, of which those of type `nogood` are read.

use super::Failure;
use super::select::{name, text};
use crate::planner::pddl::Nogood;
use crate::render::{NogoodRow, RoundsView, SCHEMA};
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
struct Kind {
    r#type: String,
    schema: u64,
}

/// Rows of a file of nogoods, each with its line number and a flag: whether the row was used.
#[derive(Debug, Default)]
pub(super) struct NogoodFile {
    name: String,
    rows: Vec<(usize, NogoodRow, bool)>,
}

impl NogoodFile {
    /// Reads the nogoods of a file.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let (name, text) = (name(path), text(path)?);
        let mut rows = Vec::new();
        for (line, row) in (1..).zip(text.lines()).filter(|(_, row)| !row.trim().is_empty()) {
            let bad = |why: String| Failure::message(format!("{name}:{line}:1: {why}"));
            let kind: Kind = serde_json::from_str(row)
                .map_err(|error| bad(format!("not a row: {error}: expected rows of `plan --refine --json`")))?;
            if kind.r#type != "nogood" {
                continue;
            }
            if kind.schema != u64::from(SCHEMA) {
                return Err(bad(format!("a nogood of schema {}: expected schema {SCHEMA}", kind.schema)));
            }
            let row = serde_json::from_str(row).map_err(|error| bad(format!("no nogood: {error}")))?;
            rows.push((line, row, false));
        }
        Ok(Self { name, rows })
    }

    /// Returns the nogoods about a level and its areas, and marks their rows as used.
    pub(super) fn of(&mut self, view: &RoundsView<'_>) -> Result<Vec<Nogood>, Failure> {
        let mut nogoods = Vec::new();
        for (line, row, is_used) in self.rows.iter_mut().filter(|(_, row, _)| view.is_about(row)) {
            let nogood = view.read(row);
            nogoods.push(nogood.map_err(|why| Failure::message(format!("{}:{line}:1: {why}", self.name)))?);
            *is_used = true;
        }
        Ok(nogoods)
    }

    /// Returns an error that names the first nogood not used: it is about none of the levels.
    pub(super) fn rest(&self) -> Result<(), Failure> {
        match self.rows.iter().find(|(.., is_used)| !is_used) {
            None => Ok(()),
            Some((line, row, _)) => Err(Failure::message(format!(
                "{}:{line}:1: a nogood of task {}, of another level or other areas: expected nogoods of the levels that \
                 are exported",
                self.name, row.task
            ))),
        }
    }
}
