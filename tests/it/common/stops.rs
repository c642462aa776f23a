//! Stops at chosen checks of the limits: as these tests count memory, it is full from some check on.

use sokoplan::run::{Limits, Meter, StopFlag, measure_memory_by};
use std::cell::Cell;

/// Bytes in use where no more checks pass: far above what a table of these tests takes.
pub(crate) const FULL: u64 = 1 << 40;

thread_local! {
    /// Number of checks in this thread that still pass.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Returns limits that the next `checks` checks in this thread pass, and no later one.
pub(crate) fn after(checks: u64) -> Limits {
    measure_memory_by(|| {
        let left = LEFT.get();
        LEFT.set(left.saturating_sub(1));
        u64::from(left == 0) * FULL
    });
    LEFT.set(checks);
    Limits { memory: Some(FULL / 2), ..Limits::default() }
}

/// Returns a meter with this limit of nodes, and no other.
pub(crate) fn nodes(nodes: impl Into<Option<u64>>) -> Meter {
    Meter::new(Limits { nodes: nodes.into(), ..Limits::default() }, StopFlag::default())
}
