//! `/api/verify`: replays moves on the board, independently of all searches.

use super::{Api, Json};
use crate::level::{Lurd, verify};
use crate::render::{BadSolution, VerifyRow};
use crate::run::StopFlag;
use crate::serve::problem::Problem;
use crate::serve::request::{LevelAsked, json};
use axum::extract::{Request, State};
use serde::Deserialize;
use std::sync::Arc;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    level: LevelAsked,
    lurd: String,
}

/// Answers with the row of `sokoplan verify --json`.
pub(super) async fn ask(State(api): State<Arc<Api>>, request: Request) -> Result<Json, Problem> {
    let asked: Asked = json(request).await?;
    let workers = api.workers(&asked.level);
    let work = move |_: &StopFlag| {
        let (level, LevelAsked { file, number, .. }) = (asked.level.level()?, &asked.level);
        let replayed = |moves: Lurd| verify(&level.board, &level.start, &moves).map_err(BadSolution::from);
        let checked = asked.lurd.parse().map_err(BadSolution::from).and_then(replayed);
        Json::row(file, *number, VerifyRow::new(&level.title, 1, &checked))
    };
    workers.run(work).await
}
