//! The table of `explain --format csv`: a row for each step of a solution and for each other step
//! that plans proposed.

use super::Failure;
use super::output::Output;
use super::select::Picked;
use crate::maze::Areas;
use crate::render::step_rows;
use crate::solve::{Explained, Report};
use std::io;

/// Table of steps as CSV, which grows level by level.
pub(super) struct StepTable {
    writer: csv::Writer<Output>,
}

impl StepTable {
    /// Names of the columns, for a table without rows.
    const COLUMNS: [&str; 16] = [
        "file",
        "level",
        "step",
        "position",
        "transfer",
        "label",
        "pushes",
        "nodes",
        "realised",
        "why",
        "in_the_way",
        "kind",
        "boxes",
        "purpose",
        "proposed",
        "lurd",
    ];

    /// Begins the table, with its header, on an opened output.
    pub(super) fn on(output: Output) -> Result<Self, Failure> {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(output);
        writer.write_record(Self::COLUMNS).map_err(io::Error::from)?;
        Ok(Self { writer })
    }

    /// Adds the rows of a level.
    pub(super) fn add(
        &mut self,
        picked: &Picked,
        areas: &Areas,
        report: Option<&Report>,
        explained: Option<&Explained>,
    ) -> Result<(), Failure> {
        let Ok(level) = &picked.entry.body else { return Ok(()) };
        let mut rows =
            step_rows(&picked.file, picked.entry.number, level, areas, report, explained).into_iter().peekable();
        // A header alone does not replace an old file.
        if rows.peek().is_none() {
            return Ok(());
        }
        rows.try_for_each(|row| self.writer.serialize(row)).map_err(io::Error::from)?;
        Ok(self.writer.flush()?)
    }

    /// Writes the remaining rows and ends the file.
    pub(super) fn close(self) -> Result<(), Failure> {
        self.writer.into_inner().map_err(|error| error.into_error())?.close()
    }
}
