//! Threads for the work of requests: a fixed number at once, further requests wait.

use crate::answers::Problem;
use crate::run::StopFlag;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// Fixed number of threads for one kind of work.
#[derive(Clone, Debug)]
pub(super) struct Workers {
    threads: Arc<Semaphore>,
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
        Self { threads: Arc::new(Semaphore::new(threads)), stop: stop.clone() }
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

    /// Runs work as soon as a thread is free, until a flag is raised; the answer is a problem if the work panicked.
    pub(super) async fn run_until<T: Send + 'static>(
        &self,
        stop: StopFlag,
        work: impl FnOnce(&StopFlag) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let failed = || Problem::internal("the work has failed: please report this with the level");
        let thread = Arc::clone(&self.threads).acquire_owned().await.map_err(|_| failed())?;
        let done = spawn_blocking(move || {
            // Held until the work has ended, even if the client does not wait for the result.
            let _held = thread;
            work(&stop)
        });
        done.await.unwrap_or_else(|_| Err(failed()))
    }
}
