//! The solver in a background thread, and the effort of the player on a level: moves, pushes and time.

use crate::level::Level;
use crate::maze::Areas;
use crate::run::StopFlag;
use crate::solve::{Report, Solver, tidy};
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use std::{io, thread};

/// Search for a solution in the background, which ends when this value is dropped.
#[derive(Debug)]
pub(super) struct Solving {
    report: Receiver<Report>,
    stop: StopFlag,
    since: Instant,
}

impl Solving {
    const MEMORY: u64 = 2 << 30;
    const TIME: Duration = Duration::from_secs(3600);

    /// Starts a search from the level's start; fails if the system makes no further thread.
    pub(super) fn new(level: Level) -> io::Result<Self> {
        let (done, report) = channel();
        let stop = StopFlag::default();
        let raised = stop.clone();
        let work = move || {
            let solver = Solver::new(&level).memory(Self::MEMORY).time(Self::TIME).stop(raised.clone());
            // The report is dropped if the receiver is gone.
            let mut report = solver.solve();
            tidy(&level, &Areas::of(&level.board), &mut report, &raised);
            _ = done.send(report);
        };
        thread::Builder::new().spawn(work)?;
        Ok(Self { report, stop, since: Instant::now() })
    }

    pub(super) fn report(&self) -> Option<Report> {
        self.report.try_recv().ok()
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }
}

impl Drop for Solving {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// Effort over all games on a level, undone moves included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Number of moves, pushes included.
    #[serde(default)]
    pub moves: u64,
    /// Number of pushes.
    #[serde(default)]
    pub pushes: u64,
    /// Time at play in milliseconds.
    #[serde(default)]
    pub milliseconds: u64,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.moves = self.moves.saturating_add(other.moves);
        self.pushes = self.pushes.saturating_add(other.pushes);
        self.milliseconds = self.milliseconds.saturating_add(other.milliseconds);
    }
}

/// Sum of the effort since [`Counter::take`] was called last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counter {
    spent: Effort,
    last: Option<Instant>,
}

impl Counter {
    /// Maximum pause between two actions that counts as play: after a longer one the player may have left.
    const MOST: Duration = Duration::from_secs(120);

    /// Adds an action of the player at time `now`: its moves and pushes, and the time since the action before.
    pub(super) fn act(&mut self, now: Instant, moves: usize, pushes: usize) {
        let since = self.last.map_or(Duration::ZERO, |last| now.saturating_duration_since(last).min(Self::MOST));
        self.last = Some(now);
        let milliseconds = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
        self.spent += Effort { moves: moves as u64, pushes: pushes as u64, milliseconds };
    }

    /// Returns the effort so far and resets the effort to 0; the time of the last action is kept.
    pub(super) fn take(&mut self) -> Effort {
        std::mem::take(&mut self.spent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_between_acts_and_a_long_absence_is_not_play() {
        let (mut counter, now) = (Counter::default(), Instant::now());
        counter.act(now, 1, 0);
        counter.act(now + Duration::from_secs(2), 3, 1);
        assert_eq!(counter.take(), Effort { moves: 4, pushes: 1, milliseconds: 2000 });
        counter.act(now + Duration::from_secs(3), 0, 0);
        counter.act(now + Duration::from_secs(7200), 0, 0);
        assert_eq!(counter.take().milliseconds, 121_000);
    }
}
