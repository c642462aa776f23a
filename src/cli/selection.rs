//! Levels picked from files, with counts and notes about the files.

use super::{ExitStatus, Failure, message};
use crate::level::{self, Entry, Level};
use crate::run::safe;
use crate::solve::Outcome;

/// Entry picked from a file, with the name of the file.
#[derive(Clone, Debug)]
pub(super) struct Picked {
    /// Name of the file, as the user gave it.
    pub(super) file: String,
    /// Level, or fault, with its number and title.
    pub(super) entry: Entry,
}

/// All picked entries of the files.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// Entries in the order of the files; empty if they were passed on one by one.
    pub(super) entries: Vec<Picked>,
    /// Number of entries that were picked.
    pub(super) picked: usize,
    /// Notes of the first file.
    pub(super) notes: Vec<level::Note>,
    /// Number of entries in the files, picked or not.
    pub(super) count: usize,
    /// Number of files without levels that were skipped.
    pub(super) passed: usize,
    /// [`ExitStatus::Failed`], after a message, if a file could not be read or a number named no level.
    pub(super) exit: ExitStatus,
}

impl Selection {
    /// Adds the selection from another file.
    pub(super) fn join(&mut self, part: Self) {
        if self.picked == 0 {
            self.notes = part.notes;
        }
        self.entries.extend(part.entries);
        self.picked += part.picked;
        self.count += part.count;
        self.passed += part.passed;
        self.exit = self.exit.and(part.exit);
    }

    /// Returns the selection; if all files were skipped because they have no levels, reports this and sets the status
    /// to [`ExitStatus::Failed`].
    pub(super) fn or_none_found(mut self) -> Self {
        if self.count == 0 && self.passed > 0 && self.exit == ExitStatus::Done {
            message::error(&"no level found in any of the files");
            self.exit = ExitStatus::Failed;
        }
        self
    }

    /// Returns the selection, or an error if it is empty for a reason that was reported.
    pub(super) fn or_nothing(self) -> Result<Self, Failure> {
        if self.picked == 0 && self.exit != ExitStatus::Done { Err(Failure::Told(self.exit)) } else { Ok(self) }
    }

    /// Shows every fault on standard error. Returns [`ExitStatus::No`] if there is a fault, else [`ExitStatus::Done`].
    pub(super) fn report_faults(&self) -> ExitStatus {
        self.entries.iter().map(Picked::report_fault).collect()
    }

    /// Returns the levels, without entries that are faults.
    pub(super) fn levels(&self) -> impl Iterator<Item = (&Picked, &Level)> {
        self.entries.iter().filter_map(|picked| Some((picked, picked.entry.body.as_ref().ok()?)))
    }
}

impl Picked {
    /// Returns one line about the level: file, number, title.
    pub(super) fn heading(&self) -> String {
        let Entry { number, title, .. } = &self.entry;
        format!("{}, level {number}: {}", self.file, safe(title)).trim_end_matches([':', ' ']).to_owned()
    }

    /// Reports an internal error of the search; returns [`ExitStatus::Internal`] for one, else [`ExitStatus::Done`].
    pub(super) fn report_internal_error(&self, outcome: &Outcome) -> ExitStatus {
        let Outcome::InternalError(error) = outcome else { return ExitStatus::Done };
        message::error(&format!("{}: level {}: {error}", self.file, self.entry.number));
        ExitStatus::Internal
    }

    /// Reports the fault of the entry; returns [`ExitStatus::No`] for a fault, else [`ExitStatus::Done`].
    pub(super) fn report_fault(&self) -> ExitStatus {
        self.entry.body.as_ref().err().map_or(ExitStatus::Done, |fault| {
            message::fault(&self.file, fault);
            ExitStatus::No
        })
    }
}
