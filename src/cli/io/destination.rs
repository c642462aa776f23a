//! The destination of an output: standard output, a file, or a folder with a file for each level; and its writer.

use super::files::{is_stdin, name};
use super::message::{Failure, Result};
use super::selection::PickedLevel;
use super::signals::{has_come, interruptible, waiting};
use crate::files::{Identity, Replacement};
use crate::run::safe_lines;
use anstream::adapter::StripBytes;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Display;
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedContent {
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
}

/// Returns the name of a file without its folder and ending, of at most 150 bytes: with what is added to it, the name
/// of another file has at most 255, which file systems allow.
pub(crate) fn stem(file: &str) -> String {
    const LONGEST: usize = 150;
    let stem = Path::new(file).file_stem().map_or_else(|| "stdin".into(), |stem| stem.to_string_lossy());
    let stem = stem.trim_matches(['<', '>']);
    let end = (0..=stem.len().min(LONGEST)).rev().find(|at| stem.is_char_boundary(*at));
    stem[..end.unwrap_or_default()].to_owned()
}

/// Returns the name of a file about a level: the name of the level's file, the level's number, and an ending.
pub(crate) fn numbered(picked: &PickedLevel, ending: &str) -> String {
    format!("{}-{:03}.{ending}", stem(&picked.file), picked.entry.number)
}

/// Returns an error if two names are equal, as for files of one name in several folders.
pub(crate) fn refuse_twins<N: Ord + Clone + Display>(names: impl IntoIterator<Item = N>) -> Result<()> {
    let mut seen = BTreeSet::new();
    match names.into_iter().find(|name| !seen.insert(name.clone())) {
        Some(twin) => {
            Err(Failure::message(format!("two levels would be written as {twin}: use a folder for each file")))
        }
        None => Ok(()),
    }
}

/// Standard output, written `-`, or the path of a file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    Stdout,
    Path(PathBuf),
}

impl From<OsString> for Destination {
    fn from(word: OsString) -> Self {
        if word == "-" { Self::Stdout } else { Self::Path(word.into()) }
    }
}

impl Destination {
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Stdout => None,
            Self::Path(path) => Some(path),
        }
    }

    /// Returns a text as it is; for a terminal, without control characters other than line feeds.
    pub(crate) fn safe<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if *self == Self::Stdout && io::stdout().is_terminal() { safe_lines(text) } else { text.into() }
    }

    /// Opens a writer of bytes; a file is replaced once all bytes are written.
    pub(crate) fn open(&self) -> Result<Output> {
        self.path().map_or_else(|| Ok(Output::stdout()), Output::file)
    }

    /// Writes files into a folder, which is created, or their contents one after another to standard output.
    pub(crate) fn save(&self, saved: &[NamedContent]) -> Result<()> {
        let Self::Path(folder) = self else {
            let mut out = Output::bytes();
            let texts = saved.iter().map(|one| String::from_utf8_lossy(&one.content));
            texts.into_iter().try_for_each(|text| out.write_all(self.safe(&text).as_bytes()))?;
            return out.close();
        };
        refuse_twins(saved.iter().map(|one| &one.name))?;
        fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
        interruptible()?;
        let write = |one: &NamedContent| {
            let path = folder.join(&one.name);
            Replacement::whole(&path, &one.content).map_err(|error| Failure::io(&path, &error))
        };
        saved.iter().try_for_each(write)
    }
}

/// Returns an error if an output is the file of an input or of another output, even by another path: writing the
/// output would destroy that file. A pipe or device may be named for several outputs, standard output for one.
pub(crate) fn distinct<'i, 'o>(
    inputs: impl Iterator<Item = &'i Path> + Clone,
    outputs: impl IntoIterator<Item = &'o Destination>,
) -> Result<()> {
    let outputs: Vec<&Destination> = outputs.into_iter().collect();
    not_inputs(inputs, outputs.iter().filter_map(|output| output.path()))?;
    if outputs.iter().filter(|output| output.path().is_none()).count() > 1 {
        return Err(Failure::message("<stdout>: two outputs would be written to it: name a file for one of them"));
    }
    let mut others: Vec<Identity> = Identity::of_stdout().into_iter().collect();
    for path in outputs.iter().filter_map(|output| output.path()) {
        let Some(output) = Identity::of(path) else { continue };
        if others.contains(&output) {
            return Err(Failure::message(format!("{}: two outputs would be written to this file", path.display())));
        }
        others.push(output);
    }
    Ok(())
}

/// Returns an error if an output is the file of an input. Outputs are not compared with each other.
pub(crate) fn not_inputs<'i, 'o>(
    inputs: impl Iterator<Item = &'i Path> + Clone,
    outputs: impl IntoIterator<Item = &'o Path>,
) -> Result<()> {
    for path in outputs.into_iter().filter(|path| path.exists()) {
        let Some(output) = Identity::of(path) else { continue };
        let mut files = inputs.clone().filter(|input| !is_stdin(input));
        if files.any(|input| Identity::of(input).is_some_and(|input| input == output)) {
            return Err(Failure::message(format!("{}: would be read and overwritten", path.display())));
        }
    }
    Ok(())
}

/// Buffered writer of an output: `close` ends it. A file keeps its old content until then, unless rows are put there as
/// they come (`put`); a writer that is only dropped leaves the file unchanged. Errors name the file.
pub(crate) struct Output {
    to: BufWriter<Target>,
    name: String,
    is_empty: bool,
}

enum Target {
    Stream(Box<dyn Write>),
    New(Replacement),
    Text(Replacement, StripBytes),
}

impl Output {
    pub(crate) fn stdout() -> Self {
        Self::named("<stdout>", Target::Stream(Box::new(anstream::stdout())))
    }

    /// Returns standard output unchanged: `anstream` would remove bytes that only look like escape sequences.
    pub(crate) fn bytes() -> Self {
        Self::named("<stdout>", Target::Stream(Box::new(io::stdout())))
    }

    pub(crate) fn nowhere() -> Self {
        Self::named("", Target::Stream(Box::new(io::sink())))
    }

    pub(crate) fn file(path: &Path) -> Result<Self> {
        Ok(Self::named(name(path), Target::New(opened(path, Replacement::begin)?)))
    }

    /// Returns a writer of new content for a file that no other process writes.
    pub(crate) fn locked(path: &Path) -> Result<Self> {
        Ok(Self::named(name(path), Target::New(opened(path, Replacement::locked)?)))
    }

    pub(crate) fn text_file(path: &Path) -> Result<Self> {
        let new = opened(path, Replacement::begin)?;
        Ok(Self::named(name(path), Target::Text(new, StripBytes::new())))
    }

    fn named(name: impl Display, target: Target) -> Self {
        Self { to: BufWriter::new(target), name: name.to_string(), is_empty: true }
    }

    /// Puts the bytes written so far in the place of the old file; later bytes are added.
    pub(crate) fn put(&mut self) -> Result<()> {
        self.flush()?;
        let put = match self.to.get_mut() {
            Target::New(new) | Target::Text(new, _) => new.put(),
            Target::Stream(_) => Ok(()),
        };
        Ok(put.map_err(|error| self.located(&error))?)
    }

    /// Ends the output: a file has its new content, or the old one if a signal came before anything was written.
    pub(crate) fn close(mut self) -> Result<()> {
        if self.is_empty && has_come() { Ok(()) } else { self.put() }
    }

    fn located(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.name))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_empty &= bytes.is_empty();
        self.to.write(bytes).map_err(|error| self.located(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush().map_err(|error| self.located(&error))
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stream(out) => out.write(bytes),
            Self::New(new) => new.write(bytes),
            Self::Text(new, colours) => {
                colours.strip_next(bytes).try_for_each(|part| new.write_all(part))?;
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stream(out) => out.flush(),
            Self::New(new) | Self::Text(new, _) => new.flush(),
        }
    }
}

/// Returns the new content that `begin` begins for a file; the opening of a FIFO waits for its reader.
fn opened(path: &Path, begin: fn(&Path) -> io::Result<Replacement>) -> Result<Replacement> {
    interruptible()?;
    let is_stream = fs::metadata(path).is_ok_and(|meta| !meta.is_file());
    let begun = if is_stream { waiting(|| begin(path)) } else { begin(path) };
    begun.map_err(|error| Failure::io(path, &error))
}
