//! Files to be written into one folder, and their names.

use super::Failure;
use super::select::Picked;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::Path;

/// File to be written into a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Saved {
    /// Name of the file in the folder.
    pub(super) name: String,
    /// Content of the file.
    pub(super) content: Vec<u8>,
}

/// Returns the name of a file without its folder and ending.
pub(super) fn stem(file: &str) -> String {
    let stem = Path::new(file).file_stem().map_or_else(|| "stdin".into(), |stem| stem.to_string_lossy());
    stem.trim_matches(['<', '>']).to_owned()
}

/// Returns the name of a file about a level: the name of the level's file, the level's number, and an ending.
pub(super) fn numbered(picked: &Picked, ending: &str) -> String {
    format!("{}-{:03}.{ending}", stem(&picked.file), picked.entry.number)
}

/// Returns an error if two names are equal, as for files of one name in several folders: they would overwrite each
/// other.
pub(super) fn refuse_twins<N: Ord + Clone + Display>(names: impl IntoIterator<Item = N>) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    match names.into_iter().find(|name| !seen.insert(name.clone())) {
        Some(twin) => {
            Err(Failure::message(format!("two levels would be written as {twin}: use a folder for each file")))
        }
        None => Ok(()),
    }
}
