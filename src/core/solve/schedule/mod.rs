//! Runs searches in turns, on one thread or on several. It knows turns and [`ScheduledSearch`] only: which searches there are, and
//! what their results mean, is left to the caller. A search has a key `K`, and leaves a report `R` behind.

mod slot;
mod threads;
mod turns;

use crate::push::Push;
use crate::run::{Meter, Progress, Search, Stop};
pub(super) use slot::Slot;
use std::time::Duration;
pub(super) use threads::{Crew, side_by_side};
pub(super) use turns::one_by_one;

/// Length of a turn: in nodes if their number is limited, so that these runs are repeatable; else in time, as nodes of
/// different strategies take microseconds or milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl Turn {
    /// Turn without an end, of a search that runs alone.
    pub(super) const ENDLESS: Self = Self { nodes: u64::MAX, time: Duration::MAX };

    pub(super) const fn new(nodes: u64, milliseconds: u64) -> Self {
        Self { nodes, time: Duration::from_millis(milliseconds) }
    }

    /// Returns a turn twice as long: with larger factors, strategies would change less often.
    pub(super) const fn doubled(self) -> Self {
        Self { nodes: self.nodes.saturating_mul(2), time: self.time.saturating_mul(2) }
    }

    /// Returns a turn that is `share` times as long by the clock.
    const fn times(self, share: u32) -> Self {
        Self { time: self.time.saturating_mul(share), ..self }
    }

    const fn without(self, part: Self) -> Self {
        Self { nodes: self.nodes.saturating_sub(part.nodes), time: self.time.saturating_sub(part.time) }
    }
}

/// A search that takes turns with others.
pub(super) trait ScheduledSearch<R>: Search<Solution = Vec<Push>> {
    /// Returns the lasting gain of the search, e.g. the number of solved groups. While it grows, the turn continues.
    fn gains(&self) -> usize;

    /// Ends the search, and returns its report; `empty` is the report of a search that was never started.
    fn end(self: Box<Self>, empty: R) -> R;
}

/// A search; `None` if it does not apply to the level; or the limit that was reached before it was created.
pub(super) type Begun<'s, R> = Result<Option<Box<dyn ScheduledSearch<R> + Send + 's>>, Stop>;

/// Progress of searches in turns, sent from the threads on which they run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnEvent<K> {
    /// The turn of a strategy ended.
    Turn {
        /// Strategy whose turn ended.
        strategy: K,
        /// Number of nodes in all turns of the strategy so far.
        nodes: u64,
        /// Progress of the search; `None` if a limit was reached before the search was created.
        progress: Option<Progress>,
    },
    /// A strategy is in the middle of its turn; sent a few times a second.
    Working {
        /// Strategy whose turn it is.
        strategy: K,
        /// Number of nodes in all turns of the strategy so far.
        nodes: u64,
        /// Progress of the search of the strategy.
        progress: Progress,
    },
}

pub(super) type Observer<'a, K> = dyn Fn(TurnEvent<K>) + Sync + 'a;

type Start<'s, R> = Box<dyn Fn(&mut Meter) -> Begun<'s, R> + Send + 's>;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum RunEnd {
    /// A search found these pushes.
    Found(Vec<Push>),
    /// A complete search has tried everything.
    Unsolvable,
    /// A proof that no solution exists was accepted.
    Proved,
    /// All searches have ended without a decision.
    GaveUp,
    /// A limit was reached, or the user asked to stop.
    Stopped(Stop),
}

impl RunEnd {
    /// True if the level is decided: it has a solution, or is proved to have none.
    const fn decides(&self) -> bool {
        matches!(self, Self::Found(_) | Self::Unsolvable | Self::Proved)
    }
}

pub(super) struct Run<K, R> {
    pub(super) end: RunEnd,
    /// Strategy that decided the level, or had the last turn; `None` without a turn.
    pub(super) last: Option<K>,
    pub(super) slots: Vec<SlotEnd<K, R>>,
    /// Reports of threads; empty unless several ran side by side.
    pub(super) threads: Vec<ThreadRun<K>>,
}

/// Counts of a strategy, and the report of its search: empty until the search is dropped.
pub(super) struct SlotEnd<K, R> {
    pub(super) strategy: K,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    pub(super) turns: u32,
    /// Number of its last turn in the schedule, from 1, 0 before the first; the greatest if it decided the level.
    pub(super) last_turn: usize,
    pub(super) progress: Progress,
    pub(super) report: R,
}

/// The counts of one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadRun<K> {
    /// Strategies that took turns on the thread.
    pub strategies: Vec<K>,
    /// Number of states expanded by planners on the thread.
    pub plan_nodes: u64,
    /// Number of positions of push searches on the thread.
    pub push_nodes: u64,
    /// Wall-clock time of the thread.
    pub time: Duration,
    /// Why the thread ended.
    pub end: ThreadEnd,
}

/// Why one of several threads ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadEnd {
    /// The thread decided the level first, and stopped the other threads.
    First,
    /// Another thread decided the level and stopped this one.
    Outrun,
    /// The thread found a solution after the level was decided.
    Late,
    /// All strategies of the thread have ended.
    Exhausted,
    /// The thread reached a limit, or the user asked to stop.
    Stopped(Stop),
}
