//! Writing of JSON Lines as [`Row`]s, with a summary as the last row, and reading of rows of runs.

use super::files::{text, whole};
use super::message::{self, ExitStatus, Failure, Result};
use super::selection::PickedLevel;
pub(crate) use crate::render::NoAnswerRow;
use crate::render::{OfLevel, Row, write_json};
use crate::run::{Answer, Meter};
use crate::study::{BadRow, Rows};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

pub(crate) fn read(path: &Path, meter: &Meter, parse: impl FnOnce(&str) -> Result<Rows, BadRow>) -> Result<Rows> {
    let rows = parse(&text(path, meter)?).map_err(|bad| located(path, &bad))?;
    if rows.is_cut {
        message::error(&format!("{}: the last row is incomplete: skipped", path.display()));
    }
    Ok(rows)
}

/// Reads the rows of a run that is to be resumed. Lines that are not UTF-8 are reported and left out.
pub(crate) fn read_begun(path: &Path, meter: &Meter) -> Result<Rows> {
    let bytes = whole(path, meter)?;
    let mut text = String::with_capacity(bytes.len());
    for (line, number) in bytes.split_inclusive(|byte| *byte == b'\n').zip(1..) {
        text += std::str::from_utf8(line).unwrap_or_else(|_| {
            message::error(&format!("{}:{number}: no row of `bench`: not UTF-8: skipped", path.display()));
            "{}\n"
        });
    }
    drop(bytes);
    Rows::read(&text).map_err(|bad| located(path, &bad))
}

fn located(path: &Path, bad: &BadRow) -> Failure {
    Failure::message(format!("{}:{bad}", path.display()))
}

pub(crate) fn row(out: &mut impl Write, kind: &str, body: impl Serialize) -> Result<()> {
    write_json(&mut *out, &Row::new(kind, body))?;
    Ok(out.write_all(b"\n")?)
}

pub(crate) fn level(out: &mut impl Write, picked: &PickedLevel, body: impl Serialize) -> Result<()> {
    of_level(out, "level", &picked.file, picked.entry.number, body)
}

pub(crate) fn bytes(picked: &PickedLevel, body: impl Serialize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    level(&mut bytes, picked, body)?;
    Ok(bytes)
}

pub(crate) fn of_level(out: &mut impl Write, kind: &str, file: &str, level: usize, body: impl Serialize) -> Result<()> {
    row(out, kind, OfLevel { file, level, body })
}

impl NoAnswerRow {
    /// Reports the reason on standard error and, if rows are written, as the row of the level.
    pub(crate) fn report(&self, out: Option<&mut impl Write>, picked: &PickedLevel) -> Result<ExitStatus> {
        message::error(&format!("{}: {}", picked.place(), self.reason));
        self.write(out, picked)?;
        Ok(ExitStatus::from(self.answer))
    }

    fn write(&self, out: Option<&mut impl Write>, picked: &PickedLevel) -> Result<()> {
        let Some(out) = out else { return Ok(()) };
        level(out, picked, self.of(&picked.entry.title))?;
        Ok(out.flush()?)
    }
}

/// Reports the fault of an entry on standard error and, if rows are written, as the row of the entry.
pub(crate) fn fault(out: Option<&mut impl Write>, picked: &PickedLevel) -> Result<ExitStatus> {
    let Err(fault) = &picked.entry.body else { return Ok(ExitStatus::Done) };
    NoAnswerRow::new(Answer::Invalid, fault.to_string()).write(out, picked)?;
    Ok(picked.report_fault())
}

/// Body of the last row of a run over levels: their number, further counts, and whether a signal ended the run.
#[derive(JsonSchema, Serialize)]
pub(crate) struct Counts<T> {
    /// Number of levels.
    pub(crate) levels: usize,
    #[serde(flatten)]
    pub(crate) counts: T,
    /// Whether a signal ended the run.
    pub(crate) interrupted: bool,
}

pub(crate) fn summary(out: &mut impl Write, body: impl Serialize) -> Result<()> {
    row(out, "summary", body)
}

pub(crate) fn write_csv(out: &mut impl Write, cells: impl IntoIterator<Item = String>) -> Result<()> {
    let mut line = Vec::new();
    let mut writer = csv::Writer::from_writer(&mut line);
    writer.write_record(cells).map_err(|error| Failure::message(error.to_string()))?;
    drop(writer);
    Ok(out.write_all(&line)?)
}
