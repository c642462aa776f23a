//! Files as people have them: folders, archives, compressed files, standard input.
//!
//! Input: a path, and the most bytes that are read from it. Output: the texts behind it, each with the name that messages
//! and rows use. What is compressed is known by its first bytes, so it may come through a pipe. The formats of levels are
//! left to [`crate::level`].

use super::Failure;
use flate2::read::MultiGzDecoder;
use indicatif::HumanBytes;
use ruzstd::decoding::StreamingDecoder;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};
use zip::ZipArchive;

/// One text, uncompressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    /// The path as the user gave it; for a member of an archive, with its name there.
    pub(super) name: String,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
}

/// The name of standard input in messages and rows.
pub(super) const STDIN: &str = "<stdin>";

/// Returns the name of a file in messages and rows.
pub(super) fn name(path: &Path) -> String {
    if is_stdin(path) { STDIN.to_owned() } else { path.display().to_string() }
}

/// Returns whether a path means standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The endings of files of levels, among which those in folders and archives are looked for.
const ENDINGS: [&str; 9] = ["xsb", "sok", "txt", "sokoban", "slc", "ban", "lvl", "rle", "json"];

/// The endings that may follow them.
const COMPRESSED: [&str; 2] = ["gz", "zst"];

/// Returns the files of levels in a folder, by name; those of the folders below it where it is asked for. Any other path
/// stands for itself. Hidden files are passed over.
///
/// # Errors
/// A folder that cannot be read.
pub(super) fn files_at(path: &Path, is_recursive: bool) -> Result<Vec<PathBuf>, Failure> {
    if is_stdin(path) || !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let depth = if is_recursive { usize::MAX } else { 1 };
    let is_hidden = |entry: &DirEntry| entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".");
    let walk = WalkDir::new(path).max_depth(depth).sort_by_file_name();
    let mut files = Vec::new();
    for entry in walk.into_iter().filter_entry(|entry| !is_hidden(entry)) {
        let entry = entry.map_err(|error| Failure::message(error.to_string()))?;
        if entry.path().is_file() && may_hold_levels(entry.path()) {
            files.push(entry.into_path());
        }
    }
    if files.is_empty() {
        let deeper = if is_recursive { "" } else { "; -r looks into the folders below it" };
        let endings = ENDINGS.join(", ");
        return Err(Failure::message(format!(
            "{}: no file of levels in this folder ({endings}){deeper}",
            path.display()
        )));
    }
    Ok(files)
}

/// Returns whether a name ends as those of files of levels do, or of archives.
fn may_hold_levels(path: &Path) -> bool {
    let ending = |path: &Path| path.extension().and_then(OsStr::to_str).map(str::to_lowercase);
    match ending(path) {
        Some(last) if COMPRESSED.contains(&last.as_str()) => may_hold_levels(&path.with_extension("")),
        Some(last) => last == "zip" || ENDINGS.contains(&last.as_str()),
        None => false,
    }
}

/// Returns the bytes of a file or of standard input, as they are.
///
/// # Errors
/// What the system says, or that there are more than `most`.
pub(super) fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let file: Box<dyn Read> = match is_stdin(path) {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(path).map_err(|error| Failure::io(path, &error))?),
    };
    up_to(most, file, &name(path))
}

/// Returns the texts of a file or of standard input: one, or those of an archive by name.
///
/// # Errors
/// What the system says, a broken archive, or that there are more bytes than `most` in all.
pub(super) fn read(path: &Path, most: u64) -> Result<Vec<Input>, Failure> {
    let packed = bytes(path, most)?;
    let name = name(path);
    let bytes = match packed.as_slice() {
        [0x1f, 0x8b, ..] => up_to(most, MultiGzDecoder::new(packed.as_slice()), &name)?,
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            let broken = |error| Failure::message(format!("{name}: no Zstandard file: {error}"));
            let decoder = StreamingDecoder::new(packed.as_slice()).map_err(broken)?;
            up_to(most, decoder, &name)?
        }
        [b'P', b'K', 3, 4, ..] => return members(&packed, &name, most),
        _ => packed,
    };
    Ok(vec![Input { name, bytes }])
}

/// The members of an archive whose names are those of files of levels.
fn members(packed: &[u8], name: &str, most: u64) -> Result<Vec<Input>, Failure> {
    let broken = |error| Failure::message(format!("{name}: no whole zip archive: {error}"));
    let mut archive = ZipArchive::new(Cursor::new(packed)).map_err(broken)?;
    let mut names: Vec<String> = archive.file_names().filter_map(|name| Some(name.ok()?.into_owned())).collect();
    names.retain(|member| may_hold_levels(Path::new(member)));
    names.sort_unstable();
    let mut left = most;
    let mut inputs = Vec::with_capacity(names.len());
    for member in names {
        let name = format!("{name}/{member}");
        let bytes = up_to(left, archive.by_name(&member).map_err(broken)?, &name)?;
        left -= bytes.len() as u64;
        inputs.push(Input { name, bytes });
    }
    if inputs.is_empty() {
        return Err(Failure::message(format!("{name}: no file of levels in this archive ({})", ENDINGS.join(", "))));
    }
    Ok(inputs)
}

/// Reads to the end, unless there are more bytes than `most`.
fn up_to(most: u64, file: impl Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    // One more than allowed: neither devices, pipes nor compressed files have a size to ask for.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| Failure::io(Path::new(name), &error))?;
    if bytes.len() as u64 > most {
        return Err(Failure::message(format!("{name}: more than {}: too large to be read", HumanBytes(most))));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_levels_are_known_by_their_endings() {
        for good in ["a.xsb", "b/A.SOK", "c.txt.gz", "d.zip", "e.json.zst"] {
            assert!(may_hold_levels(Path::new(good)), "{good}");
        }
        for other in ["a", "a.md", "a.gz", "a.png", "a.lurd", "a.tar.gz"] {
            assert!(!may_hold_levels(Path::new(other)), "{other}");
        }
    }
}
