//! Paths of the interface, each in a file of its own: a request as JSON is answered with the row of the subcommand of
//! that name, or with a problem. `openapi.json` describes all.

mod convert;
mod layers;
mod levels;
mod plan;
mod prove;
mod rooms;
mod solve;
mod verify;

use super::problem::Problem;
use super::request::LevelAsked;
use super::shelf::ShelfRow;
use super::workers::Workers;
use crate::render::{Row, Unanswered, write_json};
use crate::run::{Limits, Stop};
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// State that all requests share.
#[derive(Debug)]
pub(super) struct Api {
    /// Threads of searches.
    pub(super) long: Workers,
    /// Threads of short computations, which a page requests after every move: long searches do not delay these.
    pub(super) short: Workers,
    /// Threads of short computations on large boards, which do not delay those on small boards.
    pub(super) large: Workers,
    /// Limits of each search.
    pub(super) limits: Limits,
    /// Levels in the files that the command line names.
    pub(super) levels: Vec<ShelfRow>,
}

impl Api {
    /// Time and memory limits of a short computation: large boards of collections take a second.
    const SHORT: Limits = Limits { time: Some(Duration::from_secs(10)), nodes: None, memory: Some(256 << 20) };

    /// Returns the threads for a short computation on a level.
    fn workers(&self, asked: &LevelAsked) -> Workers {
        /// Minimum number of bytes of a large board: the boards of most collections are smaller.
        const LARGE: usize = 8 << 10;
        if asked.bytes() > LARGE { self.large.clone() } else { self.short.clone() }
    }

    /// Returns the limits of short computations.
    fn short_limits(&self) -> Limits {
        self.limits.narrowed(Self::SHORT)
    }
}

/// Description of the paths in OpenAPI.
const OPENAPI: &str = include_str!("openapi.json");

/// Returns the routes of all paths.
pub(super) fn routes(api: Arc<Api>) -> Router {
    let description = || async { ([(CONTENT_TYPE, "application/json")], OPENAPI) };
    Router::new()
        .route("/api/openapi.json", get(description))
        .route("/api/levels", get(levels::named).post(levels::read))
        .route("/api/solve", post(solve::ask))
        .route("/api/rooms", post(rooms::ask))
        .route("/api/plan", post(plan::ask))
        .route("/api/layers", post(layers::ask))
        .route("/api/prove", post(prove::ask))
        .route("/api/verify", post(verify::ask))
        .route("/api/convert", post(convert::ask))
        .method_not_allowed_fallback(|| async { Problem::method_not_allowed() })
        .with_state(api)
}

/// Answer as JSON text.
struct Json(String);

impl Json {
    fn new(body: &impl Serialize) -> Result<Self, Problem> {
        let mut text = Vec::new();
        write_json(&mut text, body)?;
        Ok(Self(String::from_utf8_lossy(&text).into_owned()))
    }

    /// Returns the answer that is a row about a level.
    fn row(file: &str, level: usize, body: impl Serialize) -> Result<Self, Problem> {
        Self::new(&Row::of_level("level", file, level, body))
    }

    /// Returns the row of a level for which a limit ended the work.
    fn stopped(file: &str, level: usize, title: &str, stop: Stop) -> Result<Self, Problem> {
        Self::row(file, level, Unanswered::from(stop).of(title))
    }
}

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}
