//! `/api/rooms`: returns rooms, tunnels and dead squares of a level.

use super::{Api, Json};
use crate::maze::{AreaPatterns, Areas, PlayerSides, PushDistances, RoomsBy};
use crate::render::RoomsDump;
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
    /// Word of the definition of rooms.
    rooms_by: Option<String>,
}

/// Answers with the row of `sokoplan rooms --json`.
pub(super) async fn ask(State(api): State<Arc<Api>>, request: Request) -> Result<Json, Problem> {
    let asked: Asked = json(request).await?;
    let limits = asked.limits.within(api.short_limits())?;
    let by = asked.rooms_by.as_deref().map_or(Ok(RoomsBy::default()), str::parse::<RoomsBy>);
    let by = by.map_err(|error| Problem::bad_request(format!("rooms_by: {error}")))?;
    let workers = api.workers(&asked.level);
    let work = move |stop: &StopFlag| {
        let (level, LevelAsked { file, number, .. }) = (asked.level.level()?, &asked.level);
        let meter = Meter::new(limits, stop.clone());
        match Areas::within(&level.board, by, &AreaPatterns::default(), &meter) {
            Ok(areas) => {
                let dead = PushDistances::dead_squares_of(&level.board, &PlayerSides::new(&level.board));
                Json::row(file, *number, RoomsDump::new(&level, by, &areas, &dead).row())
            }
            Err(stop) => Json::stopped(file, *number, &level.title, stop),
        }
    };
    workers.run(work).await
}
