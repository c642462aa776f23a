//! Files of levels with their solutions, as SOK: `solve --sok` and `improve`.

use super::Failure;
use super::output::Output;
use crate::level::{Collection, Entry, Format, Note, RecordedMoves, WriteOptions, write};
use crate::solve::Solution;
use std::io::Write;

pub(super) struct SokFile {
    out: Output,
    /// Notes of the collection, until they are written above the first level.
    notes: Vec<Note>,
}

impl SokFile {
    pub(super) const fn new(out: Output, notes: Vec<Note>) -> Self {
        Self { out, notes }
    }

    /// Writes a level with the solutions that it holds, and a new one.
    pub(super) fn add(&mut self, entry: &Entry, solution: Option<&Solution>) -> Result<(), Failure> {
        let mut entry = entry.clone();
        if let Some(solution) = solution {
            let mut recorded = RecordedMoves::solution(&solution.lurd, solution.metrics);
            recorded.notes.push(Note::new("Solution name", "sokoplan"));
            entry.recorded.push(recorded);
        }
        let collection =
            Collection { notes: std::mem::take(&mut self.notes), entries: vec![entry], ..Collection::default() };
        let options = WriteOptions { format: Format::Sok, ..WriteOptions::default() };
        let text = write(&collection, options).map_err(|error| Failure::message(error.to_string()))?;
        writeln!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    pub(super) fn close(self) -> Result<(), Failure> {
        self.out.close()
    }
}
