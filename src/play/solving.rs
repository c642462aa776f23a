//! The solver in a background thread.

use crate::level::Level;
use crate::run::StopFlag;
use crate::solve::{Report, Solver};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Search for a solution in the background, which ends when this value is dropped.
#[derive(Debug)]
pub(super) struct Solving {
    report: Receiver<Report>,
    stop: StopFlag,
    since: Instant,
}

impl Solving {
    /// Memory limit of the search in bytes.
    const MEMORY: u64 = 2 << 30;
    /// Time limit of the search.
    const TIME: Duration = Duration::from_secs(3600);

    /// Starts a search from the level's start.
    pub(super) fn new(level: Level) -> Self {
        let (done, report) = channel();
        let stop = StopFlag::default();
        let raised = stop.clone();
        thread::spawn(move || {
            let solver = Solver::new(&level).memory(Self::MEMORY).time(Self::TIME).stop(raised);
            // The report is dropped if the receiver is gone.
            _ = done.send(solver.solve());
        });
        Self { report, stop, since: Instant::now() }
    }

    /// Returns the report once the search has ended; `None` before.
    pub(super) fn report(&self) -> Option<Report> {
        self.report.try_recv().ok()
    }

    /// Returns the time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }
}

impl Drop for Solving {
    fn drop(&mut self) {
        self.stop.raise();
    }
}
