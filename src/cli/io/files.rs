//! Reading of files: folders, archives, compressed files and standard input.

use super::message::{self, Failure, Result};
use super::signals::{InterruptibleReader, waiting};
use crate::files::{ENDINGS, FileText, Unreadable, may_hold_levels, packing, unpacked, up_to};
use crate::level::{PddlFile, decode};
use crate::run::{Meter, safe};
use crate::strips::pddl::{Domain, ReadError};
use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

pub(crate) fn text(path: &Path, meter: &Meter) -> Result<String> {
    Ok(decode(&whole(path, meter)?).0.into_owned())
}

/// Returns the bytes of a file that is no collection of levels, or of standard input, if the memory suffices.
pub(crate) fn whole(path: &Path, meter: &Meter) -> Result<Vec<u8>> {
    /// Bytes for each byte of the text: measured on rows of `bench`, 2.6 with the text itself.
    const FOR_A_BYTE: usize = 3;
    let FileText { bytes, name, .. } = packed(path, meter)?;
    meter.fits(FOR_A_BYTE * bytes.len()).map_err(|stop| Unreadable::Stopped(name, stop))?;
    Ok(bytes)
}

pub(crate) fn base(file: &str) -> &str {
    Path::new(file).file_name().and_then(|name| name.to_str()).unwrap_or(file)
}

pub(crate) const STDIN: &str = "<stdin>";

/// Maximum number of bytes of a file, and of all files of an archive.
const MOST_BYTES: u64 = 64 << 20;

/// Returns the name of a file in messages and rows: one line, with control characters and bytes outside UTF-8 escaped.
pub(crate) fn name(path: &Path) -> String {
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

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the files of levels in a folder and in the folders below, in the order of their names, without hidden
/// files. If the path is not a folder, returns the path.
pub(crate) fn files_at(path: &Path) -> Result<Vec<PathBuf>> {
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

/// Returns the files of a folder whose names have this ending, in the order of their names.
pub(crate) fn with_ending(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let failure = |error| Failure::io(folder, &error);
    let paths = fs::read_dir(folder).map_err(failure)?.map(|entry| Ok(entry.map_err(failure)?.path()));
    let mut paths = paths.collect::<Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|own| own == ending));
    paths.sort();
    Ok(paths)
}

/// Returns the bytes of a file or of standard input, at most [`MOST_BYTES`], not unpacked.
pub(crate) fn packed(path: &Path, meter: &Meter) -> Result<FileText> {
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
pub(crate) fn read(path: &Path, meter: &Meter) -> Result<Vec<FileText>> {
    let texts = unpacked(packed(path, meter)?, MOST_BYTES, meter)?;
    let shown = texts.into_iter().map(|text| FileText { name: safe(&text.name).into_owned(), ..text });
    let (archives, texts): (Vec<_>, Vec<_>) = shown.partition(|text| packing(&text.bytes).is_some());
    let words = |text: &FileText| format!("{}: {}", text.name, packing(&text.bytes).unwrap_or_default());
    match archives.first().filter(|_| texts.is_empty()) {
        Some(first) => Err(Failure::message(words(first))),
        None => {
            archives.iter().for_each(|archive| message::error(&words(archive)));
            Ok(texts)
        }
    }
}

/// Returns a text; PDDL problems get their domain below them: the last domain that was read, if it has the name that they want, or
/// else the one in their folder. A domain alone is kept in `last`.
pub(crate) fn with_domain(text: FileText, last: &mut Option<(String, String)>, meter: &Meter) -> Result<FileText> {
    let words = decode(&text.bytes).0;
    let Some(file) = PddlFile::of(&words) else { return Ok(text) };
    if file.domain.is_some() && !file.problems.is_empty() {
        return Ok(text);
    }
    let Some(wanted) = file.wanted() else {
        if let Some(domain) = file.domain {
            *last = Some((domain_name(&text.name, domain, meter)?, domain.to_owned()));
        }
        return Ok(FileText { is_named: false, ..text });
    };
    let is_same = |name: &str| name.eq_ignore_ascii_case(wanted);
    let mut found = last.as_ref().filter(|(name, _)| is_same(name)).map(|(_, domain)| domain.clone());
    let path = Path::new(&text.name);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    // The names that competitions and `pddl export` give to domains.
    for beside in
        [format!("{stem}-domain"), format!("domain_{stem}"), "domain".to_owned(), wanted.replace(['/', '\\'], "_")]
    {
        let beside = path.with_file_name(beside + ".pddl");
        if found.is_none() && beside.is_file() {
            let domain = self::text(&beside, meter)?;
            found = is_same(&domain_name(&name(&beside), &domain, meter)?).then_some(domain);
        }
    }
    let bytes = found.map(|domain| [words.as_bytes(), b"\n", domain.as_bytes()].concat());
    Ok(FileText { bytes: bytes.unwrap_or_else(|| words.as_bytes().to_vec()), ..text })
}

/// Returns the name of the domain in a text; a fault names `file`, the file of the domain.
fn domain_name(file: &str, text: &str, meter: &Meter) -> Result<String> {
    Domain::read(text, meter).map(|domain| domain.name).map_err(|error| match error {
        ReadError::Stopped(stop) => Failure::Reading(stop),
        ReadError::Fault(error) => Failure::message(format!("{file}:{error}")),
    })
}
