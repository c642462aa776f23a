//! `/api/levels`, `/api/convert`, `/api/verify`: levels and moves as text.

use super::{Api, Json, ShelfRow};
use crate::files::{FileText, Unreadable, unpacked};
use crate::level::{self, Collection, Entry, Format, LevelText, Lurd, ReadOptions, RecordedMoves, WriteOptions};
use crate::render::{BadSolution, VerifyRow};
use crate::run::{Meter, StopFlag};
use crate::serve::problem::Problem;
use crate::serve::request::{LevelRequest, bytes, json};
use axum::extract::{Request, State};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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
pub(super) struct Levels<'a> {
    levels: &'a [ShelfRow],
}

pub(super) async fn named(State(api): State<Arc<Api>>) -> Result<Json, Problem> {
    Json::new(&Levels { levels: &api.levels })
}

/// Answers with the levels of a file in the body: a text in any format that is detected by its content, or an archive.
pub(super) async fn read(State(api): State<Arc<Api>>, request: Request) -> Result<Json, Problem> {
    /// Maximum number of bytes of a file, packed and unpacked: collections of thousands of levels.
    const MOST: usize = 8 << 20;
    let text = bytes(request, "application/octet-stream", MOST).await?;
    let limits = api.short_limits();
    let work = move |stop: &StopFlag| {
        let levels = ShelfRow::of_file(text, MOST as u64, &Meter::new(limits, stop.clone()))?;
        if levels.is_empty() {
            Err(Problem::no_level("no level found in this text"))
        } else {
            Json::new(&Levels { levels: &levels })
        }
    };
    api.short.run(work).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConvertRequest {
    level: LevelRequest,
    format: String,
    /// Solution of the level, for formats that hold solutions.
    lurd: Option<String>,
}

#[derive(Serialize)]
pub(super) struct ConvertAnswer {
    text: String,
}

/// Answers with the text that `sokoplan convert` writes.
pub(super) async fn convert(State(api): State<Arc<Api>>, request: Request) -> Result<Json, Problem> {
    let asked: ConvertRequest = json(request).await?;
    let format = Format::from_str(&asked.format, false).map_err(|_| {
        let words = Format::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let words: Vec<String> = words.map(|word| word.get_name().to_owned()).collect();
        Problem::bad_request(format!("format: expected one of {}", words.join(", ")))
    })?;
    let work = move |_: &StopFlag| {
        let level = asked.level.level()?;
        let mut recorded = Vec::new();
        if let Some(lurd) = &asked.lurd {
            let metrics = level::verify(&level.board, &level.start, &lurd.parse::<Lurd>()?)?;
            recorded.push(RecordedMoves::solution(lurd, metrics));
        }
        let entry = Entry { recorded, ..Entry::new(1, 1, Ok(level)) };
        let collection = Collection { entries: vec![entry], ..Collection::default() };
        let text = level::write(&collection, WriteOptions { format, ..WriteOptions::default() });
        Json::new(&ConvertAnswer { text: text.map_err(|error| Problem::bad_request(error.to_string()))? })
    };
    api.short.run(work).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VerifyRequest {
    level: LevelRequest,
    lurd: String,
}

/// Answers with the row of `sokoplan verify --json`: moves are replayed on the board, independently of all searches.
pub(super) async fn verify(State(api): State<Arc<Api>>, request: Request) -> Result<Json, Problem> {
    let asked: VerifyRequest = json(request).await?;
    let work = move |_: &StopFlag| {
        let level = asked.level.level()?;
        let replayed = |moves: Lurd| level::verify(&level.board, &level.start, &moves).map_err(BadSolution::from);
        let checked = asked.lurd.parse().map_err(BadSolution::from).and_then(replayed);
        Json::row(&asked.level, VerifyRow::new(&level.title, 1, &checked))
    };
    api.short.run(work).await
}
