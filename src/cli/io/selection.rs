//! Picked levels: entries of files, in order, with the moves made in them.

use super::message::{self, ExitStatus, Failure, Result};
use crate::level::{self, Entry, Level, Lurd, ReplayError};
use crate::run::safe;
use crate::solve::Outcome;

#[derive(Clone, Debug)]
pub(crate) struct PickedLevel {
    pub(crate) file: String,
    pub(crate) entry: Entry,
    /// The level before the moves that led to its position, and these moves; `None` without moves.
    pub(crate) past: Option<(Level, Lurd)>,
}

#[derive(Debug, Default)]
pub(crate) struct Selection {
    pub(crate) entries: Vec<PickedLevel>,
    pub(crate) picked: usize,
    pub(crate) notes: Vec<level::Note>,
    /// Number of entries in the files, picked or not.
    pub(crate) count: usize,
    /// Number of files without levels that were skipped.
    pub(crate) passed: usize,
    /// [`ExitStatus::Failed`], after a message, if a file could not be read or a number named no level.
    pub(crate) exit: ExitStatus,
}

impl Selection {
    pub(crate) fn join(&mut self, part: Self) {
        if self.picked == 0 {
            self.notes = part.notes;
        }
        self.entries.extend(part.entries);
        self.picked += part.picked;
        self.count += part.count;
        self.passed += part.passed;
        self.exit = self.exit.and(part.exit);
    }

    /// Returns the selection, which has failed, after a message, if all files were skipped because they have no levels.
    pub(crate) fn or_none_found(mut self) -> Self {
        if self.count == 0 && self.passed > 0 && self.exit == ExitStatus::Done {
            message::error(&"no level found in any of the files");
            self.exit = ExitStatus::Failed;
        }
        self
    }

    /// Returns an error if there are several levels, for formats that show one.
    pub(crate) fn at_most_one(&self) -> Result<()> {
        match self.levels().count() {
            0 | 1 => Ok(()),
            _ => Err(Failure::message("several levels: select one with --level for this format")),
        }
    }

    /// Returns the selection, or an error if it is empty for a reason that was reported.
    pub(crate) fn or_nothing(self) -> Result<Self> {
        if self.picked == 0 && self.exit != ExitStatus::Done { Err(Failure::Told(self.exit)) } else { Ok(self) }
    }

    /// Shows every fault on standard error. Returns [`ExitStatus::No`] if there is a fault, else [`ExitStatus::Done`].
    pub(crate) fn report_faults(&self) -> ExitStatus {
        self.entries.iter().map(PickedLevel::report_fault).collect()
    }

    pub(crate) fn levels(&self) -> impl Iterator<Item = (&PickedLevel, &Level)> {
        self.entries.iter().filter_map(|picked| Some((picked, picked.level()?)))
    }
}

impl PickedLevel {
    pub(crate) fn level(&self) -> Option<&Level> {
        self.entry.body.as_ref().ok()
    }

    pub(crate) fn key(&self) -> (String, usize) {
        (self.file.clone(), self.entry.number)
    }

    pub(crate) fn place(&self) -> String {
        format!("{}: level {}", self.file, self.entry.number)
    }

    pub(crate) fn play(&mut self, moves: &Lurd) -> Result<(), ReplayError> {
        let Ok(level) = &self.entry.body else { return Ok(()) };
        let after = level.after(moves)?;
        let past = self.past.get_or_insert_with(|| (level.clone(), Lurd::default()));
        past.1.0.extend(&moves.0);
        self.entry.body = Ok(after);
        // Recorded moves start at the original position of the level.
        self.entry.recorded.clear();
        Ok(())
    }

    /// Returns the annotation of the level for GitHub, of the kind `error`, `warning` or `notice`.
    pub(crate) fn annotation(&self, kind: &str, words: &str) -> String {
        let (file, line) = (message::property(&self.file), self.entry.line);
        let title = message::property(&self.heading());
        format!("::{kind} file={file},line={line},title={title}::{}\n", message::escaped(words))
    }

    pub(crate) fn heading(&self) -> String {
        let Entry { number, title, .. } = &self.entry;
        format!("{}, level {number}: {}", self.file, safe(title)).trim_end_matches([':', ' ']).to_owned()
    }

    /// Reports an internal error of the search; returns [`ExitStatus::Internal`] for one, else [`ExitStatus::Done`].
    pub(crate) fn report_internal_error(&self, outcome: &Outcome) -> ExitStatus {
        let Outcome::InternalError(error) = outcome else { return ExitStatus::Done };
        message::error(&format!("{}: {error}", self.place()));
        ExitStatus::Internal
    }

    /// Reports the fault of the entry; returns [`ExitStatus::No`] for a fault, else [`ExitStatus::Done`].
    pub(crate) fn report_fault(&self) -> ExitStatus {
        self.entry.body.as_ref().err().map_or(ExitStatus::Done, |fault| {
            message::fault(&self.file, fault);
            ExitStatus::No
        })
    }
}
