//! Selection of levels from files: reads files and picks entries (levels and faults) by number or title, in order.

use super::input;
pub(super) use super::input::{STDIN, is_stdin, name};
pub(super) use super::pick::{Halt, PickArgs};
pub(super) use super::selection::{Picked, Selection};
use super::{ExitStatus, Failure, message};
use crate::files::{Unpacked, Unreadable};
use crate::level::decode;
use crate::run::Meter;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

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
    pick: PickArgs,
}

/// File of levels.
#[derive(Clone, Debug)]
struct LevelFile {
    path: PathBuf,
    /// Whether the user named the file itself, not a folder that holds it.
    is_named: bool,
}

impl LevelArgs {
    /// Reads the files within the limits of a meter. Unreadable files are reported, and the others are still read.
    pub(super) fn load(&self, meter: &Meter) -> Result<Selection, Failure> {
        self.read(meter, |text| self.pick.read(text, meter))
    }

    /// Passes each picked level to `take` as soon as it is read, for subcommands that keep no levels. Returns the
    /// selection without entries.
    pub(super) fn each(
        &self,
        meter: &Meter,
        mut take: impl FnMut(Picked) -> Result<(), Halt>,
    ) -> Result<Selection, Failure> {
        self.read(meter, |text| self.pick.each(text, meter, &mut take))
    }

    /// Reads all texts. Unreadable files are reported, and the others are still read.
    fn read(
        &self,
        meter: &Meter,
        mut one: impl FnMut(&Unpacked) -> Result<Selection, Failure>,
    ) -> Result<Selection, Failure> {
        if self.files.is_empty() && io::stdin().is_terminal() {
            return Err(Failure::message("no file given: name files of levels, or `-` for standard input"));
        }
        let mut selection = Selection::default();
        for found in self.found() {
            let path = found.as_ref().map_err(Failure::message);
            match path.and_then(|found| Ok((self.pick.inputs(&found.path, meter)?, found.is_named))) {
                Ok((texts, is_named)) => {
                    for text in texts {
                        selection.join(one(&Unpacked { is_named: text.is_named && is_named, ..text })?);
                    }
                }
                // After a signal, what was read before is kept.
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

    /// Returns the files, with folders replaced by their files.
    fn found(&self) -> &[Result<LevelFile, String>] {
        self.found.get_or_init(|| {
            let stdin = self.files.is_empty().then(|| PathBuf::from("-"));
            let files_at = |path: PathBuf| match input::files_at(&path) {
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
        self.found().iter().flatten().map(|found| found.path.as_path()).filter(|path| !input::is_stdin(path))
    }

    /// Returns whether any file is named.
    pub(super) const fn is_given(&self) -> bool {
        !self.files.is_empty()
    }

    /// Returns whether all details are shown.
    pub(super) const fn is_verbose(&self) -> bool {
        self.pick.verbose
    }

    /// Returns `details`, which names what `-v` would show; `None` if `-v` is given.
    pub(super) const fn hidden<'t>(&self, details: &'t str) -> Option<&'t str> {
        if self.pick.verbose { None } else { Some(details) }
    }

    /// Returns whether levels begin after the moves of `--after`.
    pub(super) const fn is_after(&self) -> bool {
        self.pick.after.is_some()
    }

    /// Returns whether sokoplan's extensions of other formats are refused.
    pub(super) const fn is_strict(&self) -> bool {
        self.pick.strict
    }
}

/// Returns the text of a file that is not a collection of levels, or of standard input.
pub(super) fn text(path: &Path, meter: &Meter) -> Result<String, Failure> {
    Ok(decode(&whole(path, meter)?).0.into_owned())
}

/// Returns the bytes of a file that is not a collection of levels, or of standard input, if the meter allows the memory
/// for a copy in another encoding, and for what is read from it.
pub(super) fn whole(path: &Path, meter: &Meter) -> Result<Vec<u8>, Failure> {
    /// Bytes for each byte of the text: measured on rows of `bench`, 2.6 with the text itself.
    const FOR_A_BYTE: usize = 3;
    let Unpacked { bytes, name, .. } = input::packed(path, meter)?;
    meter.fits(FOR_A_BYTE * bytes.len()).map_err(|stop| Unreadable::Stopped(name, stop))?;
    Ok(bytes)
}

/// Returns the name of a file without its folder.
pub(super) fn base(file: &str) -> &str {
    Path::new(file).file_name().and_then(|name| name.to_str()).unwrap_or(file)
}
