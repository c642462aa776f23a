//! Threads for the work of requests: a fixed number at once; a fixed number of requests may wait.

use super::problem::Problem;
use crate::run::StopFlag;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Fixed number of threads with a queue of limited length.
#[derive(Clone, Debug)]
pub(super) struct Workers {
    /// Requests in the queue and at work.
    places: Arc<Semaphore>,
    threads: Arc<Semaphore>,
    stop: StopFlag,
}

/// Place of a request in the queue or at work. Dropping it stops the work, since the client has gone.
#[derive(Debug)]
pub(super) struct Ticket {
    place: Option<OwnedSemaphorePermit>,
    threads: Arc<Semaphore>,
    stop: StopFlag,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl Workers {
    /// Creates this number of threads with a queue for `waiting` requests; raising the flag `stop` ends all work.
    pub(super) fn new(threads: usize, waiting: usize, stop: &StopFlag) -> Self {
        let places = Arc::new(Semaphore::new(threads + waiting));
        Self { places, threads: Arc::new(Semaphore::new(threads)), stop: stop.clone() }
    }

    /// Returns a place in the queue; a problem if the queue is full.
    pub(super) fn ticket(&self) -> Result<Ticket, Problem> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Problem::busy())?;
        Ok(Ticket { place: Some(place), threads: Arc::clone(&self.threads), stop: self.stop.below() })
    }
}

impl Ticket {
    const PATIENCE: Duration = Duration::from_secs(20);

    /// Runs work on a thread as soon as one is free, and returns its result; a problem if no thread became free in
    /// time, or the work panicked. The work is stopped if this future is dropped.
    pub(super) async fn run<T: Send + 'static>(
        mut self,
        work: impl FnOnce(&StopFlag) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let thread = timeout(Self::PATIENCE, Arc::clone(&self.threads).acquire_owned()).await;
        let thread = thread.ok().and_then(Result::ok).ok_or_else(Problem::busy)?;
        // Both are held until the work has ended, even if the client does not wait for the result.
        let held = (self.place.take(), thread);
        let stop = self.stop.clone();
        let done = spawn_blocking(move || {
            let result = work(&stop);
            drop(held);
            result
        });
        done.await.unwrap_or_else(|_| Err(Problem::internal("the work has failed: please report this with the level")))
    }

    pub(super) fn stop(&self) -> StopFlag {
        self.stop.clone()
    }
}
