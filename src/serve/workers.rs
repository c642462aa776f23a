//! Threads for the work of requests: a fixed number at once, and a fixed number that wait.

use super::problem::Problem;
use crate::run::StopFlag;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// A fixed number of threads, and a queue.
#[derive(Clone, Debug)]
pub(super) struct Workers {
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    stop: StopFlag,
}

/// A place in the queue or at work. Dropping it stops the work: the client has gone.
#[derive(Debug)]
pub(super) struct Ticket {
    place: Option<OwnedSemaphorePermit>,
    turns: Arc<Semaphore>,
    stop: StopFlag,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl Workers {
    /// The most time in the queue.
    const PATIENCE: Duration = Duration::from_secs(20);

    /// Makes this number of threads, and a queue of this length; a raised flag ends all work.
    pub(super) fn new(threads: usize, waiting: usize, stop: &StopFlag) -> Self {
        let places = Arc::new(Semaphore::new(threads + waiting));
        Self { places, turns: Arc::new(Semaphore::new(threads)), stop: stop.clone() }
    }

    /// Takes a place.
    ///
    /// # Errors
    /// The queue is full.
    pub(super) fn ticket(&self) -> Result<Ticket, Problem> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Problem::busy())?;
        Ok(Ticket { place: Some(place), turns: Arc::clone(&self.turns), stop: self.stop.below() })
    }

    /// Does work on a thread of its own, as soon as one is free; it is stopped when this future is dropped.
    ///
    /// # Errors
    /// No thread became free in time, or the work panicked.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&StopFlag) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.ticket()?.run(work).await
    }
}

impl Ticket {
    /// See [`Workers::run`].
    pub(super) async fn run<T: Send + 'static>(
        mut self,
        work: impl FnOnce(&StopFlag) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = timeout(Workers::PATIENCE, Arc::clone(&self.turns).acquire_owned()).await;
        let turn = turn.ok().and_then(Result::ok).ok_or_else(Problem::busy)?;
        // Both are held until the work has ended, even where the client does not wait for that.
        let held = (self.place.take(), turn);
        let stop = self.stop.clone();
        let done = spawn_blocking(move || {
            let result = work(&stop);
            drop(held);
            result
        });
        done.await.unwrap_or_else(|_| Err(Problem::internal("the work has failed: please report this with the level")))
    }

    /// Returns the flag that is raised when the client has gone.
    pub(super) fn stop(&self) -> StopFlag {
        self.stop.clone()
    }
}
