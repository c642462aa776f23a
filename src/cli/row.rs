//! JSON Lines: every row has `type` and `schema`, rows of levels have `file` and `level`, the last is a summary.

use super::select::{Picked, text_of};
use super::{ExitStatus, Failure, message};
use crate::run::{Answer, Stop};
use crate::study::{BadRow, Rows};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Raised when a key changes its meaning or is removed, not for new keys.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Row<'a, T: Serialize> {
    r#type: &'a str,
    schema: u32,
    #[serde(flatten)]
    body: T,
}

#[derive(Serialize)]
struct OfLevel<'a, T: Serialize> {
    file: &'a str,
    level: usize,
    #[serde(flatten)]
    body: T,
}

/// Reads the rows of a run from a file of at most this number of bytes.
pub(super) fn read(path: &Path, most: u64, parse: impl FnOnce(&str) -> Result<Rows, BadRow>) -> Result<Rows, Failure> {
    parse(&text_of(path, most)?).map_err(|bad| Failure::message(format!("{}:{bad}", path.display())))
}

/// Writes a row of any type.
pub(super) fn row(out: &mut impl Write, kind: &str, body: impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, &Row { r#type: kind, schema: SCHEMA, body })?;
    Ok(out.write_all(b"\n")?)
}

/// Writes a row of type `level`.
pub(super) fn level(out: &mut impl Write, file: &str, level: usize, body: impl Serialize) -> Result<(), Failure> {
    of_level(out, "level", file, level, body)
}

/// Writes a row of any type about a level.
pub(super) fn of_level(
    out: &mut impl Write,
    kind: &str,
    file: &str,
    level: usize,
    body: impl Serialize,
) -> Result<(), Failure> {
    row(out, kind, OfLevel { file, level, body })
}

/// The reason why a level has no figures. The others go on.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Unanswered {
    answer: Answer,
    reason: String,
}

impl Unanswered {
    /// Returns a reason in words.
    pub(super) fn new(answer: Answer, reason: impl Into<String>) -> Self {
        Self { answer, reason: reason.into() }
    }

    /// Tells the reason, on standard error and, where rows are written, in the row of the level.
    pub(super) fn report(&self, out: Option<&mut impl Write>, picked: &Picked) -> Result<ExitStatus, Failure> {
        message::error(&format!("{}: level {}: {}", picked.file, picked.entry.number, self.reason));
        self.write(out, picked)?;
        Ok(ExitStatus::from(self.answer))
    }

    fn write(&self, out: Option<&mut impl Write>, picked: &Picked) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Body<'a> {
            title: &'a str,
            #[serde(flatten)]
            unanswered: &'a Unanswered,
        }
        let Some(out) = out else { return Ok(()) };
        level(out, &picked.file, picked.entry.number, Body { title: &picked.entry.title, unanswered: self })?;
        Ok(out.flush()?)
    }
}

impl From<Stop> for Unanswered {
    fn from(stop: Stop) -> Self {
        Self::new(stop.answer(), stop.to_string())
    }
}

/// Tells the fault of an entry that is no level, on standard error and, where rows are written, in its row.
pub(super) fn fault(out: Option<&mut impl Write>, picked: &Picked) -> Result<ExitStatus, Failure> {
    let Err(fault) = &picked.entry.body else { return Ok(ExitStatus::Done) };
    Unanswered::new(Answer::Invalid, fault.to_string()).write(out, picked)?;
    Ok(picked.report_fault())
}

/// Writes the last row.
pub(super) fn summary(out: &mut impl Write, body: impl Serialize) -> Result<(), Failure> {
    row(out, "summary", body)
}
