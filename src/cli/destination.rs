//! The destination of an output: standard output, a file, or a folder with a file for each level.

use super::Failure;
use super::select::PickedLevel;
use super::select::is_stdin;
use crate::files::Identity;
use crate::run::safe_lines;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedContent {
    pub(super) name: String,
    pub(super) content: Vec<u8>,
}

/// Returns the name of a file without its folder and ending, of at most 150 bytes: with what is added to it, the name
/// of another file has at most 255, which file systems allow.
pub(super) fn stem(file: &str) -> String {
    const LONGEST: usize = 150;
    let stem = Path::new(file).file_stem().map_or_else(|| "stdin".into(), |stem| stem.to_string_lossy());
    let stem = stem.trim_matches(['<', '>']);
    let end = (0..=stem.len().min(LONGEST)).rev().find(|at| stem.is_char_boundary(*at));
    stem[..end.unwrap_or_default()].to_owned()
}

/// Returns the name of a file about a level: the name of the level's file, the level's number, and an ending.
pub(super) fn numbered(picked: &PickedLevel, ending: &str) -> String {
    format!("{}-{:03}.{ending}", stem(&picked.file), picked.entry.number)
}

/// Returns an error if two names are equal, as for files of one name in several folders.
pub(super) fn refuse_twins<N: Ord + Clone + Display>(names: impl IntoIterator<Item = N>) -> Result<(), Failure> {
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
pub(super) enum Destination {
    Stdout,
    Path(PathBuf),
}

impl From<OsString> for Destination {
    fn from(word: OsString) -> Self {
        if word == "-" { Self::Stdout } else { Self::Path(word.into()) }
    }
}

impl Destination {
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::Stdout => None,
            Self::Path(path) => Some(path),
        }
    }

    /// Returns a text as it is; for a terminal, without control characters other than line feeds.
    pub(super) fn safe<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if *self == Self::Stdout && io::stdout().is_terminal() { safe_lines(text) } else { text.into() }
    }
}

/// Returns an error if an output is the file of an input or of another output, even by another path: writing the
/// output would destroy that file. A pipe or device may be named for several outputs, standard output for one.
pub(super) fn distinct<'i, 'o>(
    inputs: impl Iterator<Item = &'i Path> + Clone,
    outputs: impl IntoIterator<Item = &'o Destination>,
) -> Result<(), Failure> {
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
pub(super) fn not_inputs<'i, 'o>(
    inputs: impl Iterator<Item = &'i Path> + Clone,
    outputs: impl IntoIterator<Item = &'o Path>,
) -> Result<(), Failure> {
    for path in outputs.into_iter().filter(|path| path.exists()) {
        let Some(output) = Identity::of(path) else { continue };
        let mut files = inputs.clone().filter(|input| !is_stdin(input));
        if files.any(|input| Identity::of(input).is_some_and(|input| input == output)) {
            return Err(Failure::message(format!("{}: would be read and overwritten", path.display())));
        }
    }
    Ok(())
}
