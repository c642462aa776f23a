//! Threads for the work of requests: a fixed number at once, further requests wait.

use super::problem::busy;
use crate::answers::Problem;
use crate::run::StopFlag;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

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
pub(super) struct Client(StopFlag);

impl Client {
    /// Returns the flag that is raised once the client has gone.
    pub(super) fn stop(&self) -> StopFlag {
        self.0.clone()
    }
}

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

    pub(super) fn client(&self) -> Client {
        Client(self.stop.below())
    }

    /// Runs work on a thread as soon as one is free. The work is stopped if this future is dropped.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&StopFlag) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let client = self.client();
        self.run_until(client.stop(), work).await
    }

    /// Runs work as soon as a thread is free, until a flag is raised, before which it may not have begun; the answer is a problem if
    /// too many requests wait, or the work panicked.
    pub(super) async fn run_until<T: Send + 'static>(
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
    use crate::answers::Kind;
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
            let working = ask(first.stop());
            while begun.load(Ordering::Relaxed) == 0 {
                yield_now().await;
            }
            let waiting: Vec<_> = (0..QUEUE).map(|_| ask(others.stop())).collect();
            while workers.queue.available_permits() > 0 {
                yield_now().await;
            }
            let is_busy = |answer: Result<(), Problem>| matches!(answer, Err(Problem { kind: Kind::Busy, .. }));
            assert!(is_busy(ask(first.stop()).await.unwrap()), "one more than may wait");
            drop(others);
            for answer in waiting {
                assert!(is_busy(answer.await.unwrap()));
            }
            drop(first);
            assert_eq!((working.await.unwrap().is_ok(), begun.load(Ordering::Relaxed)), (true, 1));
            assert!(workers.run(|_| Ok(())).await.is_ok(), "the next request is answered");
        });
    }
}
