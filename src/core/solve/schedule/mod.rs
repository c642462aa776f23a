//! Runs a list of strategies on one thread or on several. On one thread all strategies take turns, the shortest next
//! turn first. The strategies themselves are in `strategies`.

mod slot;
mod threads;
mod turns;

pub(super) use slot::Slot;
pub(super) use threads::side_by_side;
pub(super) use turns::{one_by_one, one_by_one_for};

use super::PlanReport;
use crate::deadlock::Refusals;
use crate::push::Push;
use crate::run::{Search, Stop};
use std::time::Duration;

/// A search that takes turns with others.
pub(super) trait ScheduledSearch: Search<Solution = Vec<Push>> {
    /// Returns the number of refusals of each deadlock rule so far.
    fn refused(&self) -> Refusals {
        Refusals::default()
    }

    /// Returns the lasting gain of the search: the number of solved groups. While it grows, the turn continues.
    fn gains(&self) -> usize {
        0
    }

    /// Fills in the report of the plans. To be called once, after the last step.
    fn report(&mut self, _: &mut PlanReport) {}
}

/// A search, or the limit that was reached before it was created.
pub(super) type Begun<'s> = Result<Box<dyn ScheduledSearch + 's>, Stop>;

/// Length of a turn: in nodes if their number is limited, so that these runs are repeatable; else in time, as nodes of
/// different strategies take microseconds or milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl Turn {
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

    /// Returns what is left of a turn after `part` was used.
    const fn without(self, part: Self) -> Self {
        Self { nodes: self.nodes.saturating_sub(part.nodes), time: self.time.saturating_sub(part.time) }
    }
}
