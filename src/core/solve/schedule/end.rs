//! What a run of strategies leaves behind.

use crate::push::Push;
use crate::run::{Progress, Stop};
use std::time::Duration;

/// How a run of strategies ended.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::solve) enum RunEnd {
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
    pub(super) const fn decides(&self) -> bool {
        matches!(self, Self::Found(_) | Self::Unsolvable | Self::Proved)
    }
}

/// What a run of strategies leaves behind.
pub(in crate::solve) struct Run<K, R> {
    pub(in crate::solve) end: RunEnd,
    /// Strategy that decided the level, or had the last turn; `None` without a turn.
    pub(in crate::solve) last: Option<K>,
    /// Strategies that had a turn.
    pub(in crate::solve) slots: Vec<SlotEnd<K, R>>,
    /// Reports of threads; empty unless several ran side by side.
    pub(in crate::solve) threads: Vec<ThreadRun<K>>,
}

/// What a strategy leaves behind.
pub(in crate::solve) struct SlotEnd<K, R> {
    pub(in crate::solve) strategy: K,
    pub(in crate::solve) nodes: u64,
    /// Processor time of its turns.
    pub(in crate::solve) time: Duration,
    pub(in crate::solve) turns: u32,
    /// Number of its last turn in the schedule; the greatest if it decided the level.
    pub(in crate::solve) last_turn: usize,
    pub(in crate::solve) progress: Progress,
    pub(in crate::solve) report: R,
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
