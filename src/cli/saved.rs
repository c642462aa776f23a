//! Texts in a folder, one file each.

use super::output::write_file;
use super::{ExitStatus, Failure};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Saved {
    /// The name of the file in the folder.
    pub(super) name: String,
    /// The content.
    pub(super) content: Vec<u8>,
}

/// Writes all of them, each as a whole. A missing folder is created; other files in it stay.
pub(super) fn save(folder: &Path, saved: &[Saved]) -> Result<ExitStatus, Failure> {
    let mut seen = BTreeSet::new();
    if let Some(twin) = saved.iter().find(|one| !seen.insert(&one.name)) {
        return Err(Failure::message(format!("two levels would be saved as {}: use a folder a file", twin.name)));
    }
    fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
    saved.iter().try_for_each(|one| write_file(&folder.join(&one.name), &one.content))?;
    Ok(ExitStatus::Done)
}
