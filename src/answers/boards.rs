//! `levels`, `convert`, `verify`: levels and moves as text.

use super::request::{LevelRequest, Problem, Work, json, row, short};
use crate::files::{FileText, Unreadable, unpacked};
use crate::level::{self, Collection, Entry, Fault, Format, LevelText, Lurd, ReadOptions, RecordedMoves, WriteOptions};
use crate::render::{BadSolution, VerifyRow};
use crate::run::{Limits, Meter, StopFlag};
use serde::{Deserialize, Serialize};

/// JSON row of a level of a collection, or of a fault in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShelfRow {
    file: String,
    level: usize,
    title: String,
    /// Board in XSB; `None` for a fault.
    board: Option<String>,
    fault: Option<Fault>,
}

impl ShelfRow {
    /// Creates the row of an entry in a file.
    pub fn new(file: &str, entry: &Entry) -> Self {
        Self {
            file: file.to_owned(),
            level: entry.number,
            title: entry.title.clone(),
            board: entry.body.as_ref().ok().map(|level| level.grid.to_string()),
            fault: entry.body.as_ref().err().cloned(),
        }
    }

    /// Maximum number of levels of a file: the largest known collections have thousands of levels.
    const MOST: usize = 10_000;

    /// Returns the rows of a file or archive in any format that is detected by the content; levels of an archive have
    /// the names of their files in it. Fails on a broken archive, above `most` bytes unpacked, and above
    /// [`Self::MOST`] levels.
    fn of_file(packed: Vec<u8>, most: u64, meter: &Meter) -> Result<Vec<Self>, Problem> {
        let unreadable = |error: Unreadable| match error {
            Unreadable::Broken(what) => Problem::no_level(what.trim_start_matches(": ")),
            Unreadable::Stopped(_, stop) => stop.into(),
        };
        let mut rows = Vec::new();
        let packed = FileText { name: String::new(), bytes: packed, is_named: true };
        for FileText { name, bytes, .. } in unpacked(packed, most, meter).map_err(unreadable)? {
            let name = name.trim_start_matches('/');
            let text = LevelText::new(&bytes, ReadOptions::default(), meter)?;
            for entry in text.entries(meter)? {
                if rows.len() == Self::MOST {
                    return Err(Problem::too_large(Self::MOST, "levels"));
                }
                rows.push(Self::new(name, &entry?));
            }
        }
        Ok(rows)
    }
}

#[derive(Serialize)]
struct Levels<'a> {
    levels: &'a [ShelfRow],
}

/// Returns levels as the answer to `levels`.
pub fn listed(levels: &[ShelfRow]) -> Result<String, Problem> {
    json(&Levels { levels })
}

/// Maximum number of bytes of a file, packed and unpacked: collections of thousands of levels.
pub(super) const MOST_OF_FILE: usize = 8 << 20;

/// Answers with the levels of a file in the body: a text in any format that is detected by its content, or an archive.
pub(super) fn read(body: &[u8], most: Limits) -> Result<Work, Problem> {
    let text = body.to_vec();
    Ok(Box::new(move |stop: &StopFlag, _| {
        let levels = ShelfRow::of_file(text, MOST_OF_FILE as u64, &Meter::new(short(most), stop.clone()))?;
        if levels.is_empty() { Err(Problem::no_level("no level found in this text")) } else { listed(&levels) }
    }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConvertRequest {
    level: LevelRequest,
    format: Format,
    /// Solution of the level, for formats that hold solutions.
    lurd: Option<String>,
}

/// Answers with the text that `sokoplan convert` writes.
pub(super) fn convert(body: &[u8], _: Limits) -> Result<Work, Problem> {
    let request: ConvertRequest = serde_json::from_slice(body)?;
    Ok(Box::new(move |_, _| {
        let level = request.level.level()?;
        let mut recorded = Vec::new();
        if let Some(lurd) = &request.lurd {
            let metrics = level::verify(&level.board, &level.start, &lurd.parse::<Lurd>()?)?;
            recorded.push(RecordedMoves::solution(lurd, metrics));
        }
        let entry = Entry { recorded, ..Entry::new(1, 1, Ok(level)) };
        let collection = Collection { entries: vec![entry], ..Collection::default() };
        let options = WriteOptions { format: request.format, ..WriteOptions::default() };
        let text = level::write(&collection, options).map_err(|error| Problem::bad_request(error.to_string()))?;
        json(&serde_json::json!({ "text": text }))
    }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct VerifyRequest {
    level: LevelRequest,
    lurd: String,
}

/// Answers with the row of `sokoplan verify --json`: moves are replayed on the board, independently of all searches.
pub(super) fn verify(body: &[u8], _: Limits) -> Result<Work, Problem> {
    let request: VerifyRequest = serde_json::from_slice(body)?;
    Ok(Box::new(move |_, _| {
        let level = request.level.level()?;
        let replayed = |moves: Lurd| level::verify(&level.board, &level.start, &moves).map_err(BadSolution::from);
        let checked = request.lurd.parse().map_err(BadSolution::from).and_then(replayed);
        row(&request.level, VerifyRow::new(&level.title, 1, &checked))
    }))
}
