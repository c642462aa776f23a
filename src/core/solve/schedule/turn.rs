//! A turn, the search that has turns, and the events of both.

use crate::push::Push;
use crate::run::{Meter, Progress, Search, Stop};
use std::time::Duration;

/// Length of a turn: in nodes if their number is limited, so that these runs are repeatable; else in time, as nodes of
/// different strategies take microseconds or milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Turn {
    pub(in crate::solve) nodes: u64,
    pub(in crate::solve) time: Duration,
}

impl Turn {
    /// Turn without an end, of a search that runs alone.
    pub(in crate::solve) const ENDLESS: Self = Self { nodes: u64::MAX, time: Duration::MAX };

    pub(in crate::solve) const fn new(nodes: u64, milliseconds: u64) -> Self {
        Self { nodes, time: Duration::from_millis(milliseconds) }
    }

    /// Returns a turn twice as long: with larger factors, strategies would change less often.
    pub(in crate::solve) const fn doubled(self) -> Self {
        Self { nodes: self.nodes.saturating_mul(2), time: self.time.saturating_mul(2) }
    }

    /// Returns a turn that is `share` times as long by the clock.
    pub(super) const fn times(self, share: u32) -> Self {
        Self { time: self.time.saturating_mul(share), ..self }
    }

    /// Returns what is left of a turn after `part` was used.
    pub(super) const fn without(self, part: Self) -> Self {
        Self { nodes: self.nodes.saturating_sub(part.nodes), time: self.time.saturating_sub(part.time) }
    }
}

/// A search that takes turns with others.
pub(in crate::solve) trait ScheduledSearch<R>: Search<Solution = Vec<Push>> {
    /// Returns the lasting gain of the search, e.g. the number of solved groups. While it grows, the turn continues.
    fn gains(&self) -> usize;

    /// Ends the search, and returns its report; `empty` is the report of a search that was never started.
    fn end(self: Box<Self>, empty: R) -> R;
}

/// A search; `None` if it does not apply to the level; or the limit that was reached before it was created.
pub(in crate::solve) type Begun<'s, R> = Result<Option<Box<dyn ScheduledSearch<R> + Send + 's>>, Stop>;

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

/// Callback that receives the progress.
pub(in crate::solve) type Observer<'a, K> = dyn Fn(TurnEvent<K>) + Sync + 'a;

/// Starts the search of a slot.
pub(super) type Start<'s, R> = Box<dyn Fn(&mut Meter) -> Begun<'s, R> + Send + 's>;
