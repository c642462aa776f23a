//! Reasons why a search ends early, answers about a level, and a flag that stops searches, from another thread or by the user.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Reason why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The time limit was met.
    #[error("time limit")]
    TimeLimit,
    /// The node limit was met.
    #[error("node limit")]
    NodeLimit,
    /// A further allocation would have exceeded the memory limit.
    #[error("memory limit")]
    MemoryLimit,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Answer about one level. `unsolvable` is a proof, `gave_up` is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// A solution was found, and verified by a replay that shares no code with the searches.
    Solved,
    /// It is proved that no solution exists.
    Unsolvable,
    /// The time limit was met.
    TimeLimit,
    /// The node limit was met.
    NodeLimit,
    /// The memory limit was met.
    MemoryLimit,
    /// All chosen searches ended without a solution or a proof.
    GaveUp,
    /// The user asked to stop.
    Interrupted,
    /// An error of this program: a search returned a wrong solution.
    InternalError,
    /// The text is not a level.
    Invalid,
}

impl Answer {
    /// Returns the word of the answer in JSON rows, like `time_limit`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::TimeLimit => "time_limit",
            Self::NodeLimit => "node_limit",
            Self::MemoryLimit => "memory_limit",
            Self::GaveUp => "gave_up",
            Self::Interrupted => "interrupted",
            Self::InternalError => "internal_error",
            Self::Invalid => "invalid",
        }
    }

    /// Returns the words of the answer in tables, like `time limit`.
    pub fn words(self) -> String {
        if self == Self::Invalid { "not a level".to_owned() } else { self.word().replace('_', " ") }
    }
}

impl Stop {
    /// Returns the answer about a level whose search ended for this reason.
    pub const fn answer(self) -> Answer {
        match self {
            Self::TimeLimit => Answer::TimeLimit,
            Self::NodeLimit => Answer::NodeLimit,
            Self::MemoryLimit => Answer::MemoryLimit,
            Self::Interrupted => Answer::Interrupted,
        }
    }
}

/// A flag that is raised once, by Ctrl-C or by the thread that first found an answer; all searches with the flag stop.
///
/// ```
/// use sokoplan_run::{Limits, Meter, Stop, StopFlag};
/// let stop = StopFlag::default();
/// let meter = Meter::new(Limits::default(), stop.clone());
/// stop.raise(); // usually from another thread
/// assert_eq!(meter.check(), Err(Stop::Interrupted));
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    own: Arc<AtomicBool>,
    /// Number of nodes of all meters that share the flag, updated at intervals.
    nodes: Arc<AtomicU64>,
    /// Flag of the whole work, if this flag is for a part of the work: raising that flag raises this flag too.
    above: Option<Arc<StopFlag>>,
}

impl From<Arc<AtomicBool>> for StopFlag {
    /// Returns a flag that counts as raised once `own` is set, for signal handlers, which may only set values.
    fn from(own: Arc<AtomicBool>) -> Self {
        Self { own, nodes: Arc::default(), above: None }
    }
}

impl StopFlag {
    /// Raises the flag for all searches that share it.
    pub fn raise(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// True if this flag was raised, or the flag of the whole work.
    pub fn is_raised(&self) -> bool {
        self.own.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|above| above.is_raised())
    }

    /// Returns a flag for a part of the work: raising this flag raises the new flag, but raising the new flag does not
    /// raise this one.
    pub fn below(&self) -> Self {
        Self { own: Arc::default(), nodes: Arc::clone(&self.nodes), above: Some(Arc::new(self.clone())) }
    }

    /// Returns the approximate number of nodes of all meters that share the flag, for lines of progress.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(super) fn spent(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_below_is_raised_with_the_one_above_and_not_the_other_way() {
        let above = StopFlag::default();
        let [one, other] = [above.below(), above.below()];
        one.raise();
        assert!(one.is_raised() && !above.is_raised() && !other.is_raised());
        above.raise();
        assert!(other.is_raised());
    }
}
