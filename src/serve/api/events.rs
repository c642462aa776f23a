//! What answers are made from, and their forms: a row, or events of progress and then the row.

use crate::level::{Fault, Level};
use crate::render::{NoAnswerRow, Row, write_json};
use crate::run::{Limits, Meter, Stop, StopFlag};
use crate::serve::problem::Problem;
use crate::serve::request::LevelRequest;
use crate::serve::workers::{Client, Workers};
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use serde::Serialize;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, channel};

/// JSON row of a level of a collection, or of a fault in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShelfRow {
    pub(super) file: String,
    pub(super) level: usize,
    pub(super) title: String,
    /// Board in XSB; `None` for a fault.
    pub(super) board: Option<String>,
    pub(super) fault: Option<Fault>,
}

#[derive(Debug)]
pub(in crate::serve) struct Api {
    pub(in crate::serve) long: Workers,
    /// Threads of short computations, which a page requests after every move: searches do not delay these.
    pub(in crate::serve) short: Workers,
    pub(in crate::serve) limits: Limits,
    pub(in crate::serve) levels: Vec<ShelfRow>,
}

impl Api {
    /// Time limit of a short computation: large boards of collections take a second.
    const SHORT: Limits = Limits { time: Some(Duration::from_secs(10)), nodes: None, memory: None };

    pub(super) fn short_limits(&self) -> Limits {
        self.limits.narrowed(Self::SHORT)
    }
}

pub(super) struct Json(String);

pub(super) enum EarlyEnd {
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
    pub(super) fn new(body: &impl Serialize) -> Result<Self, Problem> {
        let mut text = Vec::new();
        write_json(&mut text, body)?;
        Ok(Self(String::from_utf8_lossy(&text).into_owned()))
    }

    pub(super) fn row(asked: &LevelRequest, body: impl Serialize) -> Result<Self, Problem> {
        Self::new(&Row::of_level("level", &asked.file, asked.number, body))
    }

    pub(super) async fn of(
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

/// Maximum number of events that wait for a slow reader; further ones are dropped.
const WAITING: usize = 16;

/// Function called with the data of each event of progress, as JSON.
pub(super) type OnProgress<'a> = dyn Fn(String) + Send + Sync + 'a;

pub(super) fn wants_events(request: &Request) -> bool {
    let accepted = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/event-stream"))
}

/// Answers with the row of long work, after events of progress if `is_stream`.
pub(super) async fn answer<W>(api: &Api, is_stream: bool, work: W) -> Result<Response, Problem>
where
    W: FnOnce(&StopFlag, &OnProgress<'_>) -> Result<Json, Problem> + Send + 'static,
{
    if !is_stream {
        return Ok(api.long.run(move |stop| work(stop, &|_| {})).await?.into_response());
    }
    let (sender, receiver) = channel(WAITING);
    let client = api.long.client();
    let (stop, long) = (client.stop(), api.long.clone());
    let body = Events { receiver, _client: client };
    tokio::spawn(async move {
        let events = sender.clone();
        // An event for which there is no room is dropped.
        let told = move |stop: &StopFlag| work(stop, &|data| _ = events.try_send(event("progress", &data)));
        let last = match long.run_until(stop, told).await {
            Ok(Json(row)) => event("row", &row),
            Err(problem) => event("problem", &problem.json()),
        };
        _ = sender.send(last).await;
    });
    Ok(([(CONTENT_TYPE, "text/event-stream")], Body::new(body)).into_response())
}

/// Returns the data of an event.
pub(super) fn data(event: &impl Serialize) -> String {
    serde_json::to_string(event).unwrap_or_default()
}

/// Body of an answer: events as they come. Dropping it stops the work, since the client has gone.
struct Events {
    receiver: Receiver<String>,
    _client: Client,
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.receiver.poll_recv(context).map(|event| event.map(|event| Ok(Frame::data(event.into()))))
    }
}

fn event(name: &str, data: &str) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}
