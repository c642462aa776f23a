//! Answers of long work: a row, or events of progress and then the row.

use super::{Api, Json};
use crate::run::StopFlag;
use crate::serve::problem::Problem;
use crate::serve::workers::Client;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use serde::Serialize;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc::{Receiver, channel};

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
