//! Packed files: zip archives, gzip and Zstandard, detected by their first bytes.
//!
//! Input: the bytes of a file, and the most unpacked bytes. Output: the texts in it, each with the name that messages
//! and rows use. The content of the texts is left to others.

use crate::run::{Held, Meter, Stop};
use flate2::read::MultiGzDecoder;
use indicatif::HumanBytes;
use ruzstd::decoding::StreamingDecoder;
use std::ffi::OsStr;
use std::io::{Cursor, Read};
use std::path::Path;
use thiserror::Error;
use zip::ZipArchive;

/// One text, uncompressed.
#[derive(Debug)]
pub struct Unpacked {
    /// The name of its file; for a member of an archive, with its name there.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether the user named this file, and not its archive or folder.
    pub is_named: bool,
    /// The claim of its bytes.
    pub held: Held,
}

/// The reason why a file cannot be read, with its name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// The fault of the file.
    #[error("{0}")]
    Broken(String),
    /// A limit of the meter, or a signal.
    #[error("{0}: {1}")]
    Stopped(String, Stop),
}

/// The endings of the level files that are read from folders and archives.
pub const ENDINGS: [&str; 9] = ["xsb", "sok", "txt", "sokoban", "slc", "ban", "lvl", "rle", "json"];

/// The endings of compressed files, which may follow.
const COMPRESSED: [&str; 2] = ["gz", "zst"];

/// The endings of level files that other files have too.
const GENERAL: [&str; 2] = ["txt", "json"];

/// Returns whether a name has an ending that only level files have.
pub fn must_hold_levels(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).map(str::to_lowercase);
    match ending.as_deref() {
        Some(last) if COMPRESSED.contains(&last) => must_hold_levels(&path.with_extension("")),
        Some(last) => ENDINGS.contains(&last) && !GENERAL.contains(&last),
        None => false,
    }
}

/// Returns whether a name has an ending of level files or of archives.
pub fn may_hold_levels(path: &Path) -> bool {
    let ending = |path: &Path| path.extension().and_then(OsStr::to_str).map(str::to_lowercase);
    match ending(path) {
        Some(last) if COMPRESSED.contains(&last.as_str()) => may_hold_levels(&path.with_extension("")),
        Some(last) => last == "zip" || ENDINGS.contains(&last.as_str()),
        None => false,
    }
}

/// Returns the texts of a file: one, or those of an archive by name.
///
/// # Errors
/// A broken archive, more than `most` bytes in total, or a limit of the meter.
pub fn unpacked(packed: Unpacked, most: u64, meter: &Meter) -> Result<Vec<Unpacked>, Unreadable> {
    let (name, bytes) = (packed.name.clone(), packed.bytes.as_slice());
    let unpacked = match bytes {
        [0x1f, 0x8b, ..] => up_to(most, MultiGzDecoder::new(bytes), name, meter)?,
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            let broken = |error| Unreadable::Broken(format!("{name}: not a Zstandard file: {error}"));
            let decoder = StreamingDecoder::new(bytes).map_err(broken)?;
            up_to(most, decoder, name, meter)?
        }
        [b'P', b'K', 3, 4, ..] => return members(bytes, &name, most, meter),
        _ => packed,
    };
    Ok(vec![unpacked])
}

/// Returns the members of an archive with names of level files.
fn members(packed: &[u8], name: &str, most: u64, meter: &Meter) -> Result<Vec<Unpacked>, Unreadable> {
    /// The approximate bytes that the reader of archives holds for each member.
    const MEMBER: usize = 512;
    let mut listed = Held::default();
    let count = packed.windows(4).filter(|window| *window == b"PK\x01\x02").count();
    listed.grow(MEMBER * count, meter).map_err(|stop| Unreadable::Stopped(name.to_owned(), stop))?;
    let broken = |error| Unreadable::Broken(format!("{name}: not a complete zip archive: {error}"));
    let mut archive = ZipArchive::new(Cursor::new(packed)).map_err(broken)?;
    let mut names: Vec<String> = archive.file_names().filter_map(|name| Some(name.ok()?.into_owned())).collect();
    names.retain(|member| may_hold_levels(Path::new(member)));
    names.sort_unstable();
    let mut left = most;
    let mut inputs = Vec::with_capacity(names.len());
    for member in names {
        let file = archive.by_name(&member).map_err(broken)?;
        let unpacked = up_to(left, file, format!("{name}/{member}"), meter)?;
        left -= unpacked.bytes.len() as u64;
        inputs.push(Unpacked { is_named: false, ..unpacked });
    }
    if inputs.is_empty() {
        return Err(Unreadable::Broken(format!("{name}: no level file in this archive ({})", ENDINGS.join(", "))));
    }
    Ok(inputs)
}

/// Reads a file of this name to the end, piece by piece.
///
/// # Errors
/// An error of the system, more than `most` bytes, or a limit of the meter.
pub fn up_to(most: u64, mut file: impl Read, name: String, meter: &Meter) -> Result<Unpacked, Unreadable> {
    const PIECE: usize = 1 << 16;
    let (mut bytes, mut held) = (Vec::new(), Held::default());
    loop {
        let piece = meter.check().and_then(|()| held.vec(&mut bytes, PIECE, meter));
        if let Err(stop) = piece {
            return Err(Unreadable::Stopped(name, stop));
        }
        let read = file.by_ref().take(PIECE as u64).read_to_end(&mut bytes);
        let read = read.map_err(|error| Unreadable::Broken(format!("{name}: {error}")))?;
        // Devices, pipes and compressed files have no size to query.
        if bytes.len() as u64 > most {
            return Err(Unreadable::Broken(format!("{name}: more than {}: too large to be read", HumanBytes(most))));
        }
        if read == 0 {
            bytes.shrink_to_fit();
            held.shrink_to(bytes.capacity() as u64);
            return Ok(Unpacked { name, bytes, is_named: true, held });
        }
    }
}

impl Unpacked {
    /// Returns a text that is in memory already, whose bytes are not claimed.
    pub(crate) fn at_hand(name: String, bytes: Vec<u8>) -> Self {
        Self { name, bytes, is_named: true, held: Held::default() }
    }
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
