//! The table of `explain --format csv`: a line for each step of a solution.

use super::Failure;
use super::output::Output;
use super::select::Picked;
use crate::level::{Level, Square};
use crate::render::StepsView;
use crate::run::safe_cell;
use crate::solve::Explained;
use serde::Serialize;
use std::borrow::Cow;
use std::io;

/// Table of steps as CSV, which grows level by level.
pub(super) struct StepTable {
    writer: csv::Writer<Output>,
}

/// Line of the table.
#[derive(Clone, Debug, Serialize)]
struct Line<'a> {
    file: Cow<'a, str>,
    level: usize,
    /// Number of the step in the solution, from 1.
    step: usize,
    /// Kind of the step: `transfer` or `arrangement`.
    kind: String,
    /// Step in words: `A > a > B`.
    words: String,
    /// Label of a transfer (how certain its outcome is).
    label: Option<String>,
    pushes: usize,
    /// Square of the box before the step, as row and column: `3,6`.
    from: String,
    /// Square of the box after the step.
    to: String,
    /// What the step is for in the solution, as `fills 6,1`.
    purpose: String,
    /// Moves of the step in LURD; those of all steps joined in order are the solution.
    lurd: String,
}

impl StepTable {
    /// Names of the columns, for a table without lines.
    const COLUMNS: [&str; 11] =
        ["file", "level", "step", "kind", "words", "label", "pushes", "from", "to", "purpose", "lurd"];

    /// Begins the table, with its header, on an opened output.
    pub(super) fn on(output: Output) -> Result<Self, Failure> {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(output);
        writer.write_record(Self::COLUMNS).map_err(io::Error::from)?;
        Ok(Self { writer })
    }

    /// Adds the lines of a level.
    pub(super) fn add(&mut self, picked: &Picked, level: &Level, explained: &Explained) -> Result<(), Failure> {
        let place = |square: Square| {
            let (row, column) = level.board.row_column(square);
            format!("{row},{column}")
        };
        for ((at, step), row) in explained.steps.iter().enumerate().zip(StepsView::new(level, explained).rows()) {
            let line = Line {
                file: safe_cell(&picked.file),
                level: picked.entry.number,
                step: at + 1,
                kind: row.kind,
                words: row.words,
                label: row.label,
                pushes: row.pushes,
                from: place(step.from()),
                to: place(step.to()),
                purpose: row.purpose,
                lurd: row.lurd,
            };
            self.writer.serialize(line).map_err(io::Error::from)?;
        }
        // A header alone does not replace an old file.
        if !explained.steps.is_empty() {
            self.writer.flush()?;
        }
        Ok(())
    }

    /// Writes the remaining lines and ends the file.
    pub(super) fn close(self) -> Result<(), Failure> {
        self.writer.into_inner().map_err(|error| error.into_error())?.close()
    }
}
