//! The solver in a background thread.

use crate::level::Level;
use crate::run::StopFlag;
use crate::solve::{Report, Solver};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A running search.
#[derive(Debug)]
pub(super) struct Solving {
    report: Receiver<Report>,
    stop: StopFlag,
    since: Instant,
}

impl Solving {
    /// The memory limit of a search in the background, in bytes.
    const MEMORY: u64 = 2 << 30;
    /// The time limit of a search in the background.
    const TIME: Duration = Duration::from_secs(3600);

    /// Solves from the level's start until dropped.
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

    /// Returns the report, once it is finished.
    pub(super) fn report(&self) -> Option<Report> {
        self.report.try_recv().ok()
    }

    /// Returns the time since the start of the search.
    pub(super) fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }
}

impl Drop for Solving {
    fn drop(&mut self) {
        self.stop.raise();
    }
}
