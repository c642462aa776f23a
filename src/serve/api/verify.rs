//! `/api/verify`: moves are replayed on the board alone.

use super::{Api, Json};
use crate::level::{Lurd, verify};
use crate::render::VerifyRow;
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
    let work = move |_: &StopFlag| {
        let (level, LevelAsked { file, number, .. }) = (asked.level.level()?, &asked.level);
        let mut row =
            VerifyRow { title: &level.title, line: 1, valid: false, metrics: None, broken_at: None, reason: None };
        match asked.lurd.parse::<Lurd>() {
            Err(error) => row.reason = Some(error.to_string()),
            Ok(moves) => match verify(&level.board, &level.start, &moves) {
                Ok(metrics) => (row.valid, row.metrics) = (true, Some(metrics)),
                Err(broken) => (row.broken_at, row.reason) = (Some(broken.at), Some(broken.to_string())),
            },
        }
        Json::row(file, *number, row)
    };
    api.short.run(work).await
}
