//! The paths of the interface, one a file: each answers with the rows of the subcommand of its name.
//!
//! Input: a request as JSON. Output: a row as JSON, or a problem; `openapi.json` describes both.

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

/// The state that all requests share.
#[derive(Debug)]
pub(super) struct Api {
    /// Searches.
    pub(super) long: Workers,
    /// Threads of short computations, which a page asks for after every move: long searches do not delay them.
    pub(super) short: Workers,
    /// Threads of short computations on large boards, which do not delay those on small ones.
    pub(super) large: Workers,
    /// The limits of each search.
    pub(super) limits: Limits,
    /// The levels that were named at the start.
    pub(super) levels: Vec<ShelfRow>,
}

impl Api {
    /// The most time and memory of a short computation: large boards of collections take a second.
    const SHORT: Limits = Limits { time: Some(Duration::from_secs(10)), nodes: None, memory: Some(256 << 20) };

    /// Returns the threads for short computations on a level.
    fn workers(&self, asked: &LevelAsked) -> Workers {
        /// The bytes of a large board: the boards of people's collections are smaller.
        const LARGE: usize = 8 << 10;
        if asked.bytes() > LARGE { self.large.clone() } else { self.short.clone() }
    }

    /// The limits of short computations.
    fn short_limits(&self) -> Limits {
        self.limits.narrowed(Self::SHORT)
    }
}

/// The description of the paths.
const OPENAPI: &str = include_str!("openapi.json");

/// Returns the routes.
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

/// The answer to a question: JSON.
struct Json(String);

impl Json {
    fn new(body: &impl Serialize) -> Result<Self, Problem> {
        let mut text = Vec::new();
        write_json(&mut text, body)?;
        Ok(Self(String::from_utf8_lossy(&text).into_owned()))
    }

    /// A row about a level.
    fn row(file: &str, level: usize, body: impl Serialize) -> Result<Self, Problem> {
        Self::new(&Row::of_level("level", file, level, body))
    }

    /// The row of a level that a limit left without an answer.
    fn stopped(file: &str, level: usize, title: &str, stop: Stop) -> Result<Self, Problem> {
        Self::row(file, level, Unanswered::from(stop).of(title))
    }
}

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}
