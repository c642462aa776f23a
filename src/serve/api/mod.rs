//! Paths of the interface: a request as JSON is answered with the row of the subcommand of that name, or with a
//! problem.

mod analysis;
mod boards;
mod events;
mod solve;

pub use boards::ShelfRow;

use super::problem::Problem;
use super::request::LevelRequest;
use super::workers::Workers;
use crate::level::Level;
use crate::render::{NoAnswerRow, Row, write_json};
use crate::run::{Limits, Meter, Stop, StopFlag};
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

#[derive(Debug)]
pub(super) struct Api {
    pub(super) long: Workers,
    /// Threads of short computations, which a page requests after every move: searches do not delay these.
    pub(super) short: Workers,
    pub(super) limits: Limits,
    pub(super) levels: Vec<ShelfRow>,
}

impl Api {
    /// Time limit of a short computation: large boards of collections take a second.
    const SHORT: Limits = Limits { time: Some(Duration::from_secs(10)), nodes: None, memory: None };

    fn short_limits(&self) -> Limits {
        self.limits.narrowed(Self::SHORT)
    }
}

pub(super) fn routes(api: Arc<Api>) -> Router {
    Router::new()
        .route("/api/levels", get(boards::named).post(boards::read))
        .route("/api/solve", post(solve::ask))
        .route("/api/improve", post(solve::improve))
        .route("/api/rooms", post(analysis::rooms))
        .route("/api/plan", post(analysis::plan))
        .route("/api/layers", post(analysis::layers))
        .route("/api/prove", post(analysis::prove))
        .route("/api/verify", post(boards::verify))
        .route("/api/convert", post(boards::convert))
        .method_not_allowed_fallback(|| async { Problem::method_not_allowed() })
        .with_state(api)
}

struct Json(String);

enum EarlyEnd {
    /// A limit was met; the answer is a row with this limit.
    Stopped(Stop),
    Problem(Problem),
}

impl From<Stop> for EarlyEnd {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<Problem> for EarlyEnd {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl Json {
    fn new(body: &impl Serialize) -> Result<Self, Problem> {
        let mut text = Vec::new();
        write_json(&mut text, body)?;
        Ok(Self(String::from_utf8_lossy(&text).into_owned()))
    }

    fn row(asked: &LevelRequest, body: impl Serialize) -> Result<Self, Problem> {
        Self::new(&Row::of_level("level", &asked.file, asked.number, body))
    }

    async fn of(
        workers: &Workers,
        asked: LevelRequest,
        limits: Limits,
        work: impl FnOnce(&LevelRequest, &Level, &mut Meter) -> Result<Self, EarlyEnd> + Send + 'static,
    ) -> Result<Self, Problem> {
        let answer = move |stop: &StopFlag| {
            let level = asked.level()?;
            work(&asked, &level, &mut Meter::new(limits, stop.clone())).or_else(|ended| match ended {
                EarlyEnd::Stopped(stop) => Self::row(&asked, NoAnswerRow::from(stop).of(&level.title)),
                EarlyEnd::Problem(problem) => Err(problem),
            })
        };
        workers.run(answer).await
    }
}

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}
