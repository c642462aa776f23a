//! Paths of the interface: each question of [`answers`] has one, and is answered with a row, or with events of progress as they come
//! and then the row or the problem.

use super::problem::{busy, method_not_allowed, too_slow, unsupported};
use super::workers::{Client, Workers};
use crate::answers::{self, Problem, QUESTIONS, Question, ShelfRow, Work};
use crate::run::Limits;
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_TYPE, HeaderName};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper::body::Frame;
use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
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
    /// The room for the bodies of all requests, in KiB: bodies are counted as they arrive.
    pub(super) room: Arc<Semaphore>,
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
    let (body, room) = bytes(request, question, &api.room).await?;
    let work = (question.read)(&body, api.limits)?;
    drop(body);
    let work: Work = Box::new(move |stop, on_progress| {
        // A question takes the room of its body until it is answered.
        let _held = room;
        work(stop, on_progress)
    });
    let workers = if question.is_long { &api.long } else { &api.short };
    if is_stream { Ok(events(workers, work)) } else { workers.run(|stop| work(stop, &|_| {})).await.map(row) }
}

fn row(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

fn header(headers: &HeaderMap, name: HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Returns the body of a request if it has the content type of the question, which pages of other sites cannot send unasked.
/// Also returns the room that it takes among all bodies, in KiB.
async fn bytes(
    request: Request,
    question: Question,
    room: &Arc<Semaphore>,
) -> Result<(Vec<u8>, Option<OwnedSemaphorePermit>), Problem> {
    let content = header(request.headers(), CONTENT_TYPE).split(';').next().unwrap_or_default();
    if !content.trim().eq_ignore_ascii_case(question.content) {
        return Err(unsupported(question.content));
    }
    let (mut body, mut bytes, mut taken) = (request.into_body(), Vec::new(), None::<OwnedSemaphorePermit>);
    let read = async {
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let too_large = || Problem::too_large(question.most >> 10, "KiB");
            let data = frame.map_err(|_| too_slow())?.into_data().unwrap_or_default();
            if bytes.len() + data.len() > question.most {
                return Err(too_large());
            }
            bytes.extend_from_slice(&data);
            let missing = (bytes.len() >> 10) - taken.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
            let more = u32::try_from(missing).map_err(|_| too_large())?;
            let more = Arc::clone(room).try_acquire_many_owned(more).map_err(|_| busy())?;
            match &mut taken {
                Some(taken) => taken.merge(more),
                None => taken = Some(more),
            }
        }
        Ok(())
    };
    timeout(PATIENCE, read).await.map_err(|_| too_slow())??;
    Ok((bytes, taken))
}

/// Maximum number of events that wait for a slow reader; further ones are dropped.
const WAITING: usize = 16;

/// Answers with the events of work as soon as a thread is free for it.
fn events(workers: &Workers, work: Work) -> Response {
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
