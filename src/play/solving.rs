//! A solution, looked for in a thread of its own.

use crate::level::Level;
use crate::run::StopFlag;
use crate::solve::{Report, Solver};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A search under way.
#[derive(Debug)]
pub(super) struct Solving {
    report: Receiver<Report>,
    stop: StopFlag,
    since: Instant,
}

impl Solving {
    /// Memory that a search in the background may take.
    const MEMORY: u64 = 2 << 30;
    /// After which it is of no use to a player. Not tuned.
    const TIME: Duration = Duration::from_secs(3600);

    /// Solves from the level's start until it is dropped.
    pub(super) fn new(level: Level) -> Self {
        let (done, report) = channel();
        let stop = StopFlag::default();
        let raised = stop.clone();
        thread::spawn(move || {
            let solver = Solver::new(&level).memory(Self::MEMORY).time(Self::TIME).stop(raised);
            // Where nobody waits for it any more the report is dropped.
            _ = done.send(solver.solve());
        });
        Self { report, stop, since: Instant::now() }
    }

    /// The report, once it is there.
    pub(super) fn report(&self) -> Option<Report> {
        self.report.try_recv().ok()
    }

    /// How long it has been going on.
    pub(super) fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }
}

impl Drop for Solving {
    fn drop(&mut self) {
        self.stop.raise();
    }
}
