//! Paths of the interface: each question of [`answers`] has one, and is answered with a row, or with events of progress and
//! then the row.

use super::events;
use super::problem::{method_not_allowed, too_slow, unsupported};
use super::workers::Workers;
use crate::answers::{self, Problem, QUESTIONS, Question, ShelfRow};
use crate::run::Limits;
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_TYPE, HeaderName};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Maximum time for a body to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(super) struct Api {
    pub(super) long: Workers,
    /// Threads of short computations, which a page requests after every move: searches do not delay these.
    pub(super) short: Workers,
    pub(super) limits: Limits,
    pub(super) levels: Vec<ShelfRow>,
}

pub(super) fn routes(api: Arc<Api>) -> Router {
    let mut router = Router::new().route("/api/levels", get(named));
    for question in QUESTIONS {
        let ask =
            move |State(api): State<Arc<Api>>, request: Request| async move { ask(question, &api, request).await };
        router = router.route(&format!("/api/{}", question.name), post(ask));
    }
    router.method_not_allowed_fallback(|| async { method_not_allowed() }).with_state(api)
}

async fn named(State(api): State<Arc<Api>>) -> Result<Response, Problem> {
    answers::listed(&api.levels).map(row)
}

async fn ask(question: Question, api: &Api, request: Request) -> Result<Response, Problem> {
    let is_stream = question.is_long && header(request.headers(), ACCEPT).contains("text/event-stream");
    let body = bytes(request, question).await?;
    let work = (question.read)(&body, api.limits)?;
    let workers = if question.is_long { &api.long } else { &api.short };
    if is_stream { Ok(events::answer(workers, work)) } else { workers.run(|stop| work(stop, &|_| {})).await.map(row) }
}

fn row(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

fn header(headers: &HeaderMap, name: HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Returns the body of a request if it has the content type of the question, which pages of other sites cannot send unasked.
async fn bytes(request: Request, question: Question) -> Result<Vec<u8>, Problem> {
    let content = header(request.headers(), CONTENT_TYPE).split(';').next().unwrap_or_default();
    if !content.trim().eq_ignore_ascii_case(question.content) {
        return Err(unsupported(question.content));
    }
    let read = timeout(PATIENCE, to_bytes(request.into_body(), question.most)).await.map_err(|_| too_slow())?;
    Ok(read.map_err(|_| Problem::too_large(question.most >> 10, "KiB"))?.to_vec())
}
