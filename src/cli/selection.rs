//! Levels picked from files, with the findings about the files.

use super::{ExitStatus, Failure, message};
use crate::level::{self, Entry, Level};
use crate::run::{Held, safe};
use crate::solve::Outcome;

/// The bytes of levels that are not counted as memory of the run. They are enough for hundreds of small levels, and
/// fewer than a run takes without any level.
pub(super) const FREE: u64 = 1 << 20;

/// A picked entry, and its file.
#[derive(Clone, Debug)]
pub(super) struct Picked {
    /// The name of the file, as the user gave it.
    pub(super) file: String,
    /// The entry.
    pub(super) entry: Entry,
}

/// All picked entries.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// The entries in the order of the files; empty if they were passed on one by one.
    pub(super) entries: Vec<Picked>,
    /// The number of entries that were picked.
    pub(super) picked: usize,
    /// The notes of the first file.
    pub(super) notes: Vec<level::Note>,
    /// The number of entries of the files, picked or not.
    pub(super) count: usize,
    /// The number of files without levels that were skipped.
    pub(super) passed: usize,
    /// [`ExitStatus::Failed`] if a file could not be read, or a number named no level, after a message.
    pub(super) exit: ExitStatus,
    /// The bytes of the entries, by file.
    pub(super) held: Vec<Held>,
}

impl Selection {
    /// Returns the bytes of the entries that count as memory of the run.
    pub(super) fn bytes(&self) -> u64 {
        self.held.iter().map(Held::bytes).sum::<u64>().saturating_sub(FREE)
    }

    /// Adds the selection from another file.
    pub(super) fn join(&mut self, part: Self) {
        if self.picked == 0 {
            self.notes = part.notes;
        }
        self.entries.extend(part.entries);
        self.picked += part.picked;
        self.count += part.count;
        self.passed += part.passed;
        self.held.extend(part.held);
        self.exit = self.exit.and(part.exit);
    }

    /// Returns the selection, unless all files were skipped: none was named by the user and none holds a level.
    pub(super) fn or_none_found(mut self) -> Self {
        if self.count == 0 && self.passed > 0 && self.exit == ExitStatus::Done {
            message::error(&"no level found in any of the files");
            self.exit = ExitStatus::Failed;
        }
        self
    }

    /// Returns the selection, unless it is empty for a reported reason: then there is nothing to summarise.
    pub(super) fn or_nothing(self) -> Result<Self, Failure> {
        if self.picked == 0 && self.exit != ExitStatus::Done { Err(Failure::Told(self.exit)) } else { Ok(self) }
    }

    /// Shows every fault on standard error. Returns [`ExitStatus::No`] if there is a fault, else [`ExitStatus::Done`].
    pub(super) fn report_faults(&self) -> ExitStatus {
        self.entries.iter().map(Picked::report_fault).collect()
    }

    /// Returns the levels, without faults.
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

    /// Shows an internal error of the search on standard error; [`ExitStatus::Internal`] then.
    pub(super) fn report_internal_error(&self, outcome: &Outcome) -> ExitStatus {
        let Outcome::InternalError(error) = outcome else { return ExitStatus::Done };
        message::error(&format!("{}: level {}: {error}", self.file, self.entry.number));
        ExitStatus::Internal
    }

    /// Shows the fault of the entry, if it has one, on standard error; [`ExitStatus::No`] then.
    pub(super) fn report_fault(&self) -> ExitStatus {
        self.entry.body.as_ref().err().map_or(ExitStatus::Done, |fault| {
            message::fault(&self.file, fault);
            ExitStatus::No
        })
    }
}
