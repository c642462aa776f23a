//! A memory limit on answers that are finished but not sent yet.

use super::problem::Problem;
use super::seats::{Seats, Work};
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::Response;
use axum::response::IntoResponse;
use hyper::body::Frame;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Limit on the memory of all answers that are not sent yet.
#[derive(Clone, Debug)]
pub(super) struct Claims {
    kibibytes: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    most: u32,
    seats: Seats,
}

/// Bytes of an answer, with their claim on the memory of answers.
struct Claimed(Bytes, #[expect(dead_code, reason = "held until the bytes are sent")] OwnedSemaphorePermit);

impl AsRef<[u8]> for Claimed {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Body of unknown length; its connection is at work until the body ends.
struct Streamed(Body, #[expect(dead_code, reason = "held until the body has ended")] Option<Work>);

impl HttpBody for Streamed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.0).poll_frame(context)
    }
}

impl Claims {
    /// Maximum number of finished answers that wait for memory until others are sent.
    const WAITING: usize = 8;
    /// Maximum time for which a finished answer waits for memory.
    const PATIENCE: Duration = Duration::from_secs(2);
    /// Number of bytes that each connection may hold without a claim: most answers are smaller.
    const FREE: u64 = 1 << 14;

    /// Creates a limit of `bytes` for all answers together.
    pub(super) fn new(bytes: u64, seats: Seats) -> Self {
        let most = u32::try_from(bytes >> 10).unwrap_or(u32::MAX).clamp(1, 1 << 20);
        let kibibytes = Arc::new(Semaphore::new(most as usize));
        Self { kibibytes, waiting: Arc::new(Semaphore::new(Self::WAITING)), most, seats }
    }

    /// Returns the answer with its bytes claimed until they are sent. If memory is short, closes connections whose
    /// clients do not read; if it stays short, the answer is a problem.
    pub(super) async fn claimed(&self, response: Response<Body>, work: Option<Work>) -> Response<Body> {
        let (head, body) = response.into_parts();
        let body = match HttpBody::size_hint(&body).exact() {
            None => Body::new(Streamed(body, work)),
            Some(size) if size <= Self::FREE => body,
            Some(size) => {
                let Ok(bytes) = to_bytes(body, usize::MAX).await else {
                    return Problem::internal("the body of an answer cannot be read").into_response();
                };
                match self.claim(size).await {
                    Ok(claim) => Body::from(Bytes::from_owner(Claimed(bytes, claim))),
                    Err(problem) => return problem.into_response(),
                }
            }
        };
        Response::from_parts(head, body)
    }

    async fn claim(&self, size: u64) -> Result<OwnedSemaphorePermit, Problem> {
        // An answer that is larger than the limit claims all memory.
        let wanted = u32::try_from(size.div_ceil(1 << 10)).unwrap_or(u32::MAX).min(self.most);
        if let Ok(claim) = Arc::clone(&self.kibibytes).try_acquire_many_owned(wanted) {
            return Ok(claim);
        }
        let _waiting = self.waiting.try_acquire().map_err(|_| Problem::busy())?;
        self.seats.close_waiting(true);
        let claim = timeout(Self::PATIENCE, Arc::clone(&self.kibibytes).acquire_many_owned(wanted)).await;
        claim.ok().and_then(Result::ok).ok_or_else(Problem::busy)
    }
}
