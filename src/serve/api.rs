//! Paths of the interface: each question of [`answers`] has one, and is answered with a row, or with events of progress as they come
//! and then the row or the problem. A fixed number of threads work at once, further requests wait.

use crate::answers::{self, Kind, Problem, QUESTIONS, Question, ShelfRow, Work};
use crate::run::{Limits, StopFlag};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE, HeaderName};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper::body::Frame;
use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
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
    if is_stream {
        return Ok(events(workers, work));
    }
    let client = workers.client();
    workers.run_until(client.0.clone(), |stop| work(stop, &|_| {})).await.map(row)
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
        let expected = format!("expected Content-Type: {}", question.content);
        return Err(Problem::new(Kind::Unsupported, expected));
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

fn events(workers: &Workers, work: Work) -> Response {
    let (sender, receiver) = channel(WAITING);
    let client = workers.client();
    let (stop, workers) = (client.0.clone(), workers.clone());
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

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.receiver.poll_recv(cx).map(|event| event.map(|event| Ok(Frame::data(event.into()))))
    }
}

fn event(name: &str, data: &str) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

pub(super) fn forbidden(message: impl Into<String>) -> Problem {
    Problem::new(Kind::Forbidden, message)
}

pub(super) fn method_not_allowed() -> Problem {
    Problem::new(Kind::MethodNotAllowed, "the path does not accept this method")
}

fn too_slow() -> Problem {
    Problem::new(Kind::TooSlow, "the body of the request did not arrive in time")
}

fn busy() -> Problem {
    Problem::new(Kind::Busy, "too many requests at a time: try again later")
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = match self.kind {
            Kind::BadRequest | Kind::BadJson => StatusCode::BAD_REQUEST,
            Kind::BadLevel | Kind::BadMoves => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::Forbidden => StatusCode::FORBIDDEN,
            Kind::NotFound => StatusCode::NOT_FOUND,
            Kind::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Kind::Unsupported => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Kind::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Kind::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, [(CONTENT_TYPE, "application/json")], self.json()).into_response()
    }
}

/// Maximum number of requests that wait for a thread; a page has some at a time.
const QUEUE: usize = 256;

/// Time between two looks at the flag of a client while a request waits.
const GLANCE: Duration = Duration::from_millis(100);

/// Fixed number of threads for one kind of work.
#[derive(Clone, Debug)]
pub(super) struct Workers {
    threads: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    stop: StopFlag,
}

/// The client of one request. Dropping it stops the work: the client has gone.
#[derive(Debug)]
struct Client(StopFlag);

impl Drop for Client {
    fn drop(&mut self) {
        self.0.raise();
    }
}

impl Workers {
    /// Creates this number of threads; raising the flag `stop` ends all work.
    pub(super) fn new(threads: usize, stop: &StopFlag) -> Self {
        let queue = Arc::new(Semaphore::new(QUEUE));
        Self { threads: Arc::new(Semaphore::new(threads)), queue, stop: stop.clone() }
    }

    fn client(&self) -> Client {
        Client(self.stop.below())
    }

    /// Runs work as soon as a thread is free, until a flag is raised, before which it may not have begun; the answer is a problem if
    /// too many requests wait, or the work panicked.
    async fn run_until<T: Send + 'static>(
        &self,
        stop: StopFlag,
        work: impl FnOnce(&StopFlag) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let failed = || Problem::internal("the work has failed: please report this with the level");
        let place = self.queue.try_acquire().map_err(|_| busy())?;
        let mut thread = pin!(Arc::clone(&self.threads).acquire_owned());
        // The flag is polled, since it tells nobody; the place among those that wait is kept.
        let thread = loop {
            match timeout(GLANCE, thread.as_mut()).await {
                // At the end of the server, work says itself that it was interrupted.
                _ if stop.is_raised() && !self.stop.is_raised() => return Err(busy()),
                Ok(thread) => break thread.map_err(|_| failed())?,
                Err(_) => {}
            }
        };
        drop(place);
        let done = spawn_blocking(move || {
            // Held until the work has ended, even if the client does not wait for the result.
            let _held = thread;
            work(&stop)
        });
        done.await.unwrap_or_else(|_| Err(failed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::runtime::Builder;
    use tokio::task::{JoinHandle, yield_now};

    #[test]
    fn requests_wait_in_a_bounded_queue_and_work_without_its_client_is_not_begun() {
        let runtime =
            Builder::new_multi_thread().worker_threads(1).max_blocking_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            let (workers, begun) = (Workers::new(1, &StopFlag::default()), Arc::new(AtomicUsize::new(0)));
            let ask = |stop: StopFlag| -> JoinHandle<Result<(), Problem>> {
                let (workers, begun) = (workers.clone(), Arc::clone(&begun));
                let work = move |stop: &StopFlag| {
                    begun.fetch_add(1, Ordering::Relaxed);
                    while !stop.is_raised() {
                        std::thread::yield_now();
                    }
                    Ok(())
                };
                tokio::spawn(async move { workers.run_until(stop, work).await })
            };
            let (first, others) = (workers.client(), workers.client());
            let working = ask(first.0.clone());
            while begun.load(Ordering::Relaxed) == 0 {
                yield_now().await;
            }
            let waiting: Vec<_> = (0..QUEUE).map(|_| ask(others.0.clone())).collect();
            while workers.queue.available_permits() > 0 {
                yield_now().await;
            }
            let is_busy = |answer: Result<(), Problem>| matches!(answer, Err(Problem { kind: Kind::Busy, .. }));
            assert!(is_busy(ask(first.0.clone()).await.unwrap()), "one more than may wait");
            drop(others);
            for answer in waiting {
                assert!(is_busy(answer.await.unwrap()));
            }
            drop(first);
            assert_eq!((working.await.unwrap().is_ok(), begun.load(Ordering::Relaxed)), (true, 1));
            assert!(workers.run_until(StopFlag::default(), |_| Ok(())).await.is_ok(), "the next request is answered");
        });
    }
}
