//! `/api/levels`: returns the levels of the command line, or those of a sent file.

use super::{Api, Json};
use crate::run::{Meter, StopFlag};
use crate::serve::problem::Problem;
use crate::serve::request::bytes;
use crate::serve::shelf::ShelfRow;
use axum::extract::{Request, State};
use serde::Serialize;
use std::sync::Arc;

#[derive(Serialize)]
struct Levels<'a> {
    levels: &'a [ShelfRow],
}

/// Answers with the levels of the command line.
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
