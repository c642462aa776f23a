//! A flag that stops searches, from another thread or by the user.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

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
