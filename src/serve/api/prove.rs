//! `/api/prove`: returns a proof that a position is lost.

use super::{Api, Json};
use crate::assist::refutation;
use crate::render::ProofRow;
use crate::run::{Meter, StopFlag};
use crate::serve::problem::Problem;
use crate::serve::request::{LevelAsked, LimitsAsked, json};
use axum::extract::{Request, State};
use serde::Deserialize;
use std::sync::Arc;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    level: LevelAsked,
    #[serde(default)]
    limits: LimitsAsked,
}

/// Answers with the row of `sokoplan prove --json`.
pub(super) async fn ask(State(api): State<Arc<Api>>, request: Request) -> Result<Json, Problem> {
    let asked: Asked = json(request).await?;
    let limits = asked.limits.within(api.short_limits())?;
    let work = move |stop: &StopFlag| {
        let (level, LevelAsked { file, number, after, .. }) = (asked.level.level()?, &asked.level);
        let claim = if after.is_empty() { "unsolvable" } else { "dead" };
        let attempt = refutation(&level, claim, &mut Meter::new(limits, stop.clone()));
        Json::row(file, *number, ProofRow::new(&level.title, &attempt))
    };
    api.short.run(work).await
}
