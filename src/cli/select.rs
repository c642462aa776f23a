//! Selection of levels from files: folders, archives, compressed files and standard input are read, and entries (levels and
//! faults) are picked by number or title, in order.

use super::interruption::{InterruptibleReader, waiting};
pub(super) use super::pick::PickArgs;
use super::{ExitStatus, Failure, message};
use crate::files::{ENDINGS, FileText, Unreadable, may_hold_levels, unpacked, up_to};
use crate::level::{self, Entry, Level, Lurd, ReplayError, decode};
use crate::run::{Meter, safe};
use crate::solve::Outcome;
use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use walkdir::{DirEntry, WalkDir};

/// Files of levels, and the options that select levels from the files.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LevelArgs {
    /// Files or folders of levels; `-` is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Files, with each folder replaced by the level files in it; an error for a folder without level files.
    #[arg(skip)]
    found: OnceLock<Vec<Result<LevelFile, String>>>,
    #[command(flatten)]
    pub(super) pick: PickArgs,
}

#[derive(Clone, Debug)]
struct LevelFile {
    path: PathBuf,
    /// Whether the user named the file itself, not a folder that holds it.
    is_named: bool,
}

impl LevelArgs {
    pub(super) fn load(&self, meter: &Meter) -> Result<Selection, Failure> {
        self.read(meter, |text| self.pick.read(text, meter))
    }

    /// Passes each picked level to `take` as soon as it is read, for subcommands that keep no levels. Returns the
    /// selection without entries.
    pub(super) fn each(
        &self,
        meter: &Meter,
        mut take: impl FnMut(PickedLevel) -> Result<(), Failure>,
    ) -> Result<Selection, Failure> {
        self.read(meter, |text| self.pick.each(text, meter, &mut take))
    }

    /// Reads all texts. Unreadable files are reported, and the others are still read.
    fn read(
        &self,
        meter: &Meter,
        mut one: impl FnMut(&FileText) -> Result<Selection, Failure>,
    ) -> Result<Selection, Failure> {
        if self.files.is_empty() && io::stdin().is_terminal() {
            return Err(Failure::message("no file given: name files of levels, or `-` for standard input"));
        }
        let is_missing = |path: &&PathBuf| !is_stdin(path) && fs::symlink_metadata(path).is_err();
        if let Some(path) = self.files.iter().find(is_missing) {
            let is_number = path.to_string_lossy().parse::<usize>().is_ok();
            let tip = if is_number { format!("; --level {} picks a level", path.display()) } else { String::new() };
            return Err(Failure::message(format!("{}: there is no such file{tip}", name(path))));
        }
        let mut selection = Selection::default();
        for found in self.found() {
            let path = found.as_ref().map_err(Failure::message);
            match path.and_then(|found| Ok((self.pick.inputs(&found.path, meter)?, found.is_named))) {
                Ok((texts, is_named)) => {
                    for text in texts {
                        selection.join(one(&FileText { is_named: text.is_named && is_named, ..text })?);
                    }
                }
                // After a signal, files that were already read are kept.
                Err(Failure::Told(exit)) => {
                    selection.exit = exit;
                    break;
                }
                Err(failure) => {
                    message::error(&failure);
                    selection.exit = ExitStatus::Failed;
                }
            }
        }
        selection.exit = selection.exit.and(self.pick.untitled(&selection));
        selection.or_none_found().or_nothing()
    }

    fn found(&self) -> &[Result<LevelFile, String>] {
        self.found.get_or_init(|| {
            let stdin = self.files.is_empty().then(|| PathBuf::from("-"));
            let files_at = |path: PathBuf| match files_at(&path) {
                Ok(files) => {
                    let is_named = |file: &PathBuf| *file == path;
                    files.into_iter().map(|file| Ok(LevelFile { is_named: is_named(&file), path: file })).collect()
                }
                Err(failure) => vec![Err(failure.to_string())],
            };
            self.files.iter().cloned().chain(stdin).flat_map(files_at).collect()
        })
    }

    /// Returns the paths of the files, with folders replaced by their files; `-` is left out.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> + Clone {
        self.found().iter().flatten().map(|found| found.path.as_path()).filter(|path| !is_stdin(path))
    }

    pub(super) const fn is_given(&self) -> bool {
        !self.files.is_empty()
    }

    /// Returns `details`, which names what `-v` would show; `None` if `-v` is given.
    pub(super) const fn hidden<'t>(&self, details: &'t str) -> Option<&'t str> {
        if self.pick.verbose { None } else { Some(details) }
    }
}

pub(super) fn text(path: &Path, meter: &Meter) -> Result<String, Failure> {
    Ok(decode(&whole(path, meter)?).0.into_owned())
}

/// Returns the bytes of a file that is no collection of levels, or of standard input, if the memory suffices to read
/// it.
pub(super) fn whole(path: &Path, meter: &Meter) -> Result<Vec<u8>, Failure> {
    /// Bytes for each byte of the text: measured on rows of `bench`, 2.6 with the text itself.
    const FOR_A_BYTE: usize = 3;
    let FileText { bytes, name, .. } = packed(path, meter)?;
    meter.fits(FOR_A_BYTE * bytes.len()).map_err(|stop| Unreadable::Stopped(name, stop))?;
    Ok(bytes)
}

pub(super) fn base(file: &str) -> &str {
    Path::new(file).file_name().and_then(|name| name.to_str()).unwrap_or(file)
}

#[derive(Clone, Debug)]
pub(super) struct PickedLevel {
    pub(super) file: String,
    pub(super) entry: Entry,
    /// The level before the moves that led to its position, and these moves; `None` without moves.
    pub(super) past: Option<(Level, Lurd)>,
}

#[derive(Debug, Default)]
pub(super) struct Selection {
    pub(super) entries: Vec<PickedLevel>,
    pub(super) picked: usize,
    pub(super) notes: Vec<level::Note>,
    /// Number of entries in the files, picked or not.
    pub(super) count: usize,
    /// Number of files without levels that were skipped.
    pub(super) passed: usize,
    /// [`ExitStatus::Failed`], after a message, if a file could not be read or a number named no level.
    pub(super) exit: ExitStatus,
}

impl Selection {
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
        self.entries.iter().map(PickedLevel::report_fault).collect()
    }

    pub(super) fn levels(&self) -> impl Iterator<Item = (&PickedLevel, &Level)> {
        self.entries.iter().filter_map(|picked| Some((picked, picked.entry.body.as_ref().ok()?)))
    }
}

impl PickedLevel {
    /// Makes further moves in the level.
    pub(super) fn play(&mut self, moves: &Lurd) -> Result<(), ReplayError> {
        let Ok(level) = &self.entry.body else { return Ok(()) };
        let after = level.after(moves)?;
        let past = self.past.get_or_insert_with(|| (level.clone(), Lurd::default()));
        past.1.0.extend(&moves.0);
        self.entry.body = Ok(after);
        // Recorded moves start at the original position of the level.
        self.entry.recorded.clear();
        Ok(())
    }

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

/// Name of standard input in messages and rows.
pub(super) const STDIN: &str = "<stdin>";

/// Maximum number of bytes of a file, and of all files of an archive.
const MOST_BYTES: u64 = 64 << 20;

/// Returns the name of a file in messages and rows: one line, with control characters and bytes that are no UTF-8
/// escaped.
pub(super) fn name(path: &Path) -> String {
    if is_stdin(path) {
        return STDIN.to_owned();
    }
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name += &safe(chunk.valid());
        chunk.invalid().iter().for_each(|byte| _ = write!(name, "\\x{byte:02x}"));
    }
    name
}

pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the files of levels in a folder and in the folders below, in the order of their names, without hidden
/// files. If the path is not a folder, returns the path.
pub(super) fn files_at(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if is_stdin(path) || !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let is_hidden = |entry: &DirEntry| entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".");
    let walk = WalkDir::new(path).sort_by_file_name();
    let mut files = Vec::new();
    for entry in walk.into_iter().filter_entry(|entry| !is_hidden(entry)) {
        let entry = entry.map_err(|error| Failure::message(error.to_string()))?;
        if entry.path().is_file() && may_hold_levels(entry.path()) {
            files.push(entry.into_path());
        }
    }
    if files.is_empty() {
        let endings = ENDINGS.join(", ");
        return Err(Failure::message(format!("{}: no file of levels in this folder ({endings})", path.display())));
    }
    Ok(files)
}

/// Returns the bytes of a file or of standard input, at most [`MOST_BYTES`], not unpacked.
pub(super) fn packed(path: &Path, meter: &Meter) -> Result<FileText, Failure> {
    let file: Box<dyn Read> = if is_stdin(path) {
        Box::new(InterruptibleReader(io::stdin()))
    } else if path.is_file() {
        Box::new(File::open(path).map_err(|error| Failure::io(path, &error))?)
    } else {
        Box::new(InterruptibleReader(waiting(|| File::open(path)).map_err(|error| Failure::io(path, &error))?))
    };
    Ok(up_to(MOST_BYTES, file, name(path), meter)?)
}

/// Returns the texts of a file or of standard input, [`MOST_BYTES`] in all at the maximum: one, or the texts of an archive by name.
pub(super) fn read(path: &Path, meter: &Meter) -> Result<Vec<FileText>, Failure> {
    let texts = unpacked(packed(path, meter)?, MOST_BYTES, meter)?;
    Ok(texts.into_iter().map(|text| FileText { name: safe(&text.name).into_owned(), ..text }).collect())
}
