//! `/api/convert`: returns a level as text in another format.

use super::{Api, Json};
use crate::level::{Collection, Entry, Format, Lurd, Recorded, WriteOptions, verify, write};
use crate::run::StopFlag;
use crate::serve::problem::Problem;
use crate::serve::request::{LevelAsked, json};
use axum::extract::{Request, State};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    level: LevelAsked,
    /// Word of the format.
    format: String,
    /// Solution of the level, for formats that hold solutions.
    lurd: Option<String>,
}

#[derive(Serialize)]
struct Converted {
    text: String,
}

/// Answers with the text that `sokoplan convert` writes.
pub(super) async fn ask(State(api): State<Arc<Api>>, request: Request) -> Result<Json, Problem> {
    let asked: Asked = json(request).await?;
    let format = Format::from_str(&asked.format, false).map_err(|_| {
        let words = Format::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let words: Vec<String> = words.map(|word| word.get_name().to_owned()).collect();
        Problem::bad_request(format!("format: expected one of {}", words.join(", ")))
    })?;
    let workers = api.workers(&asked.level);
    let work = move |_: &StopFlag| {
        let level = asked.level.level()?;
        let mut recorded = Vec::new();
        if let Some(lurd) = &asked.lurd {
            let metrics = verify(&level.board, &level.start, &lurd.parse::<Lurd>()?)?;
            recorded.push(Recorded::solution(lurd, metrics));
        }
        let entry = Entry { recorded, ..Entry::new(1, 1, Ok(level)) };
        let collection = Collection { entries: vec![entry], ..Collection::default() };
        let text = write(&collection, WriteOptions { format, ..WriteOptions::default() });
        Json::new(&Converted { text: text.map_err(|error| Problem::bad_request(error.to_string()))? })
    };
    workers.run(work).await
}
