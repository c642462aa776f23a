//! Files as people pack them: zip archives, gzip and Zstandard, known by their first bytes.
//!
//! Input: the bytes of a file, and the most that may come out of them. Output: the texts behind it, each with the name that
//! messages and rows use. What the texts say is left to others.

use flate2::read::MultiGzDecoder;
use indicatif::HumanBytes;
use ruzstd::decoding::StreamingDecoder;
use std::ffi::OsStr;
use std::io::{Cursor, Read};
use std::path::Path;
use thiserror::Error;
use zip::ZipArchive;

/// One text, uncompressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// The name of its file; for a member of an archive, with its name there.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether it was asked for, and not the archive that it is in.
    pub is_named: bool,
}

/// Why a file cannot be read, with its name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Unreadable(String);

/// The endings of files of levels, among which those in folders and archives are looked for.
pub const ENDINGS: [&str; 9] = ["xsb", "sok", "txt", "sokoban", "slc", "ban", "lvl", "rle", "json"];

/// The endings that may follow them.
const COMPRESSED: [&str; 2] = ["gz", "zst"];

/// The endings among them that other files have too.
const GENERAL: [&str; 2] = ["txt", "json"];

/// Returns whether a name ends as those of files of levels do, and no others.
pub fn must_hold_levels(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).map(str::to_lowercase);
    match ending.as_deref() {
        Some(last) if COMPRESSED.contains(&last) => must_hold_levels(&path.with_extension("")),
        Some(last) => ENDINGS.contains(&last) && !GENERAL.contains(&last),
        None => false,
    }
}

/// Returns whether a name ends as those of files of levels do, or of archives.
pub fn may_hold_levels(path: &Path) -> bool {
    let ending = |path: &Path| path.extension().and_then(OsStr::to_str).map(str::to_lowercase);
    match ending(path) {
        Some(last) if COMPRESSED.contains(&last.as_str()) => may_hold_levels(&path.with_extension("")),
        Some(last) => last == "zip" || ENDINGS.contains(&last.as_str()),
        None => false,
    }
}

/// Returns the texts of a file of this name: one, or those of an archive by name.
///
/// # Errors
/// A broken archive, or there are more bytes than `most` in all.
pub fn unpacked(name: String, packed: Vec<u8>, most: u64) -> Result<Vec<Unpacked>, Unreadable> {
    let bytes = match packed.as_slice() {
        [0x1f, 0x8b, ..] => up_to(most, MultiGzDecoder::new(packed.as_slice()), &name)?,
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            let broken = |error| Unreadable(format!("{name}: not a Zstandard file: {error}"));
            let decoder = StreamingDecoder::new(packed.as_slice()).map_err(broken)?;
            up_to(most, decoder, &name)?
        }
        [b'P', b'K', 3, 4, ..] => return members(&packed, &name, most),
        _ => packed,
    };
    Ok(vec![Unpacked { name, bytes, is_named: true }])
}

/// The members of an archive whose names are those of files of levels.
fn members(packed: &[u8], name: &str, most: u64) -> Result<Vec<Unpacked>, Unreadable> {
    let broken = |error| Unreadable(format!("{name}: no whole zip archive: {error}"));
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
        inputs.push(Unpacked { name, bytes, is_named: false });
    }
    if inputs.is_empty() {
        return Err(Unreadable(format!("{name}: no file of levels in this archive ({})", ENDINGS.join(", "))));
    }
    Ok(inputs)
}

/// Reads a file of this name to the end.
///
/// # Errors
/// What the system says, or there are more bytes than `most`.
pub fn up_to(most: u64, file: impl Read, name: &str) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = Vec::new();
    // One more than allowed: neither devices, pipes nor compressed files have a size to ask for.
    file.take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| Unreadable(format!("{name}: {error}")))?;
    if bytes.len() as u64 > most {
        return Err(Unreadable(format!("{name}: more than {}: too large to be read", HumanBytes(most))));
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
        assert!(must_hold_levels(Path::new("a.sok.gz")) && !must_hold_levels(Path::new("a.txt.gz")));
        for other in ["a", "a.md", "a.gz", "a.png", "a.lurd", "a.tar.gz"] {
            assert!(!may_hold_levels(Path::new(other)), "{other}");
        }
    }
}
