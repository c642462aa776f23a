//! Answers as events: those of progress as they come, then the row or the problem.

use super::workers::{Client, Workers};
use crate::answers::Work;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc::{Receiver, channel};

/// Maximum number of events that wait for a slow reader; further ones are dropped.
const WAITING: usize = 16;

/// Answers with the events of work as soon as a thread is free for it.
pub(super) fn answer(workers: &Workers, work: Work) -> Response {
    let (sender, receiver) = channel(WAITING);
    let client = workers.client();
    let (stop, workers) = (client.stop(), workers.clone());
    let body = Events { receiver, _client: client };
    tokio::spawn(async move {
        let events = sender.clone();
        // An event for which there is no room is dropped.
        let on_progress = move |data: String| _ = events.try_send(event("progress", &data));
        let last = match workers.run_until(stop, move |stop| work(stop, &on_progress)).await {
            Ok(row) => event("row", &row),
            Err(problem) => event("problem", &problem.json()),
        };
        _ = sender.send(last).await;
    });
    ([(CONTENT_TYPE, "text/event-stream")], Body::new(body)).into_response()
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
