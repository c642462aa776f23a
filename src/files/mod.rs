//! How are files read and replaced? Zip archives and gzip files, which are detected by their first bytes, are unpacked into their
//! texts ([`unpacked`]); other archives are named. The content of a regular file is replaced completely or not at all
//! ([`Replacement`]). An output that is also an input is recognised by the identity of the file ([`Identity`]).

#[cfg(feature = "cli")]
mod replacement;

use crate::run::{Meter, Stop, bytes_words};
use flate2::read::MultiGzDecoder;
#[cfg(feature = "cli")]
pub use replacement::{Identity, Replacement, remove_temporaries};
use std::io::{Cursor, Read};
use std::path::Path;
use thiserror::Error;
use zip::ZipArchive;

/// Text of a file, uncompressed, with the name of the file.
#[derive(Debug)]
pub struct FileText {
    /// Name of the file; for a member of an archive, the archive's name, `/` and the member's name.
    pub name: String,
    /// Bytes of the text.
    pub bytes: Vec<u8>,
    /// Whether the user named this file, rather than an archive or folder that contains it.
    pub is_named: bool,
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// Fault of the file, as a message with the file's name.
    #[error("{0}")]
    Broken(String),
    /// Name of the file, and the limit or signal that ended the reading.
    #[error("{0}: {1}")]
    Stopped(String, Stop),
}

/// Endings of names of level files, which are read from folders and archives.
pub const ENDINGS: [&str; 10] = ["xsb", "sok", "txt", "sokoban", "slc", "ban", "lvl", "rle", "json", "pddl"];

const COMPRESSED: &str = "gz";

/// Endings of level files that other kinds of files have too.
const GENERAL: [&str; 3] = ["txt", "json", "pddl"];

/// Returns the last ending of a path in lower case; the ending of compressed files is skipped.
fn ending(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?.to_lowercase();
    if ending == COMPRESSED { self::ending(&path.with_extension("")) } else { Some(ending) }
}

/// True if only level files have this ending, plain or compressed.
pub fn must_hold_levels(path: &Path) -> bool {
    ending(path).as_deref().is_some_and(|last| ENDINGS.contains(&last) && !GENERAL.contains(&last))
}

/// True if level files, plain or compressed, or archives have this ending.
pub fn may_hold_levels(path: &Path) -> bool {
    ending(path).as_deref().is_some_and(|last| last == "zip" || ENDINGS.contains(&last))
}

/// Returns the texts of a file, at most `most` bytes: its own text, or an archive's level files in the order of their names.
pub fn unpacked(packed: FileText, most: u64, meter: &Meter) -> Result<Vec<FileText>, Unreadable> {
    let (name, bytes) = (packed.name.clone(), packed.bytes.as_slice());
    let unpacked = match bytes {
        [0x1f, 0x8b, ..] => up_to(most, MultiGzDecoder::new(bytes), name, meter)?,
        [b'P', b'K', 3, 4, ..] => return members(bytes, &name, most, meter),
        _ => packed,
    };
    match packing(&unpacked.bytes) {
        Some(packing) => Err(Unreadable::Broken(format!("{}: {packing}", unpacked.name))),
        None => Ok(vec![unpacked]),
    }
}

/// Returns what a file is that is no text, by its first bytes; `None` for other files.
pub fn packing(bytes: &[u8]) -> Option<String> {
    let kinds: [(usize, &[u8], &str); 18] = [
        (257, b"ustar", "a tar archive"),
        (0, b"././@PaxHeader\0", "a tar archive"),
        (0, b"\xfd7zXZ\0", "compressed by xz"),
        (0, b"\x28\xb5\x2f\xfd", "compressed by Zstandard"),
        (0, b"BZh", "compressed by bzip2"),
        (0, b"\x04\x22\x4d\x18", "compressed by LZ4"),
        (0, b"\x5d\0\0", "compressed by LZMA"),
        (0, b"\x1f\x9d", "compressed by compress"),
        (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (0, b"Rar!\x1a\x07", "a RAR archive"),
        (0, b"MSCF\0\0\0\0", "a cabinet archive"),
        (0, b"!<arch>\n", "an ar archive"),
        (0, b"070701", "a cpio archive"),
        (0, b"\x1f\x8b", "compressed by gzip once more"),
        (0, b"PK\x03\x04", "a zip archive in another archive"),
        (0, b"\x89PNG", "a picture"),
        (0, b"\xff\xd8\xff", "a picture"),
        (0, b"%PDF-", "a PDF"),
    ];
    let is_of = |(at, first, _): &&(usize, &[u8], &str)| bytes.get(*at..).is_some_and(|rest| rest.starts_with(first));
    let kind = kinds.iter().find(is_of).filter(|(_, first, _)| *first != b"BZh" || bytes.get(4..10) == Some(PI))?;
    Some(format!("{}: expected plain text, gzip or zip", kind.2))
}

/// Bytes at the begin of each block of bzip2: digits of pi.
const PI: &[u8] = b"1AY&SY";

fn members(packed: &[u8], name: &str, most: u64, meter: &Meter) -> Result<Vec<FileText>, Unreadable> {
    /// Estimated number of bytes that the reader of archives holds for each member.
    const MEMBER: usize = 512;
    let count = packed.windows(4).filter(|window| *window == b"PK\x01\x02").count();
    meter.fits(MEMBER * count).map_err(|stop| Unreadable::Stopped(name.to_owned(), stop))?;
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
        inputs.push(FileText { is_named: false, ..unpacked });
    }
    if inputs.is_empty() {
        return Err(Unreadable::Broken(format!("{name}: no level file in this archive ({})", ENDINGS.join(", "))));
    }
    Ok(inputs)
}

/// Reads a file of at most `most` bytes to the end, piece by piece; `name` is the name of the text.
pub fn up_to(most: u64, mut file: impl Read, name: String, meter: &Meter) -> Result<FileText, Unreadable> {
    const PIECE: usize = 1 << 16;
    let mut bytes = Vec::new();
    loop {
        if let Err(stop) = meter.check() {
            return Err(Unreadable::Stopped(name, stop));
        }
        let read = file.by_ref().take(PIECE as u64).read_to_end(&mut bytes);
        let read = read.map_err(|error| Unreadable::Broken(format!("{name}: {error}")))?;
        // Devices, pipes and compressed files do not state their size in advance.
        if bytes.len() as u64 > most {
            return Err(Unreadable::Broken(format!("{name}: more than {}: too large to be read", bytes_words(most))));
        }
        if read == 0 {
            bytes.shrink_to_fit();
            return Ok(FileText { name, bytes, is_named: true });
        }
    }
}
