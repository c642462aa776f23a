//! Writing of JSON Lines as [`Row`]s, with a summary as the last row, and reading of rows of runs.

use super::select::{Picked, bytes_of, text_of};
use super::{ExitStatus, Failure, message};
pub(super) use crate::render::Unanswered;
use crate::render::{Row, write_json};
use crate::run::Answer;
use crate::study::{BadRow, Rows};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::io::Write;
use std::path::Path;

/// Reads the rows of a run from a file of at most `most` bytes.
pub(super) fn read(path: &Path, most: u64, parse: impl FnOnce(&str) -> Result<Rows, BadRow>) -> Result<Rows, Failure> {
    parse(&text_of(path, most)?).map_err(|bad| Failure::message(format!("{}:{bad}", path.display())))
}

/// Reads the rows of a run that is to be resumed. Lines that are not UTF-8 are reported and left out, so that their
/// levels are run again.
pub(super) fn read_begun(path: &Path, most: u64) -> Result<Rows, Failure> {
    let mut text = String::new();
    for (line, number) in bytes_of(path, most)?.split_inclusive(|byte| *byte == b'\n').zip(1..) {
        text += std::str::from_utf8(line).unwrap_or_else(|_| {
            message::error(&format!("{}:{number}: no row of `bench`: not UTF-8: left out", path.display()));
            "{}\n"
        });
    }
    Rows::read(&text).map_err(|bad| Failure::message(format!("{}:{bad}", path.display())))
}

/// Writes a row of type `kind`.
pub(super) fn row(out: &mut impl Write, kind: &str, body: impl Serialize) -> Result<(), Failure> {
    write_json(&mut *out, &Row::new(kind, body))?;
    Ok(out.write_all(b"\n")?)
}

/// Writes a row of type `level` about a level.
pub(super) fn level(out: &mut impl Write, file: &str, level: usize, body: impl Serialize) -> Result<(), Failure> {
    of_level(out, "level", file, level, body)
}

/// Writes a row of type `kind` about a level.
pub(super) fn of_level(
    out: &mut impl Write,
    kind: &str,
    file: &str,
    level: usize,
    body: impl Serialize,
) -> Result<(), Failure> {
    write_json(&mut *out, &Row::of_level(kind, file, level, body))?;
    Ok(out.write_all(b"\n")?)
}

impl Unanswered {
    /// Reports the reason on standard error and, if rows are written, as the row of the level.
    pub(super) fn report(&self, out: Option<&mut impl Write>, picked: &Picked) -> Result<ExitStatus, Failure> {
        message::error(&format!("{}: level {}: {}", picked.file, picked.entry.number, self.reason));
        self.write(out, picked)?;
        Ok(ExitStatus::from(self.answer))
    }

    fn write(&self, out: Option<&mut impl Write>, picked: &Picked) -> Result<(), Failure> {
        let Some(out) = out else { return Ok(()) };
        level(out, &picked.file, picked.entry.number, self.of(&picked.entry.title))?;
        Ok(out.flush()?)
    }
}

/// Reports the fault of an entry on standard error and, if rows are written, as the row of the entry.
pub(super) fn fault(out: Option<&mut impl Write>, picked: &Picked) -> Result<ExitStatus, Failure> {
    let Err(fault) = &picked.entry.body else { return Ok(ExitStatus::Done) };
    Unanswered::new(Answer::Invalid, fault.to_string()).write(out, picked)?;
    Ok(picked.report_fault())
}

/// Body of the last row: the counts with their names, in this order, and whether a signal ended the run; `None` if the
/// subcommand does not say so.
pub(super) struct Counts<'c>(pub(super) &'c [(&'c str, usize)], pub(super) Option<bool>);

impl Serialize for Counts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_map(None)?;
        self.0.iter().try_for_each(|(key, count)| row.serialize_entry(key, count))?;
        self.1.iter().try_for_each(|interrupted| row.serialize_entry("interrupted", interrupted))?;
        row.end()
    }
}

/// Writes the last row, of type `summary`.
pub(super) fn summary(out: &mut impl Write, body: impl Serialize) -> Result<(), Failure> {
    row(out, "summary", body)
}
