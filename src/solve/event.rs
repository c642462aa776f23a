//! Events that a caller receives while a level is being solved.

use super::Strategy;
use crate::level::{Position, Square};
use crate::run::Progress;

/// An event of the solver. Events come from the threads that the searches run on.
///
/// ```
/// use sokoplan::{Level, SolveEvent, Solver};
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("one push", "#####\n#@$.#\n#####")?;
/// let turns = AtomicUsize::new(0);
/// let count = |event| {
///     if let SolveEvent::Turn { .. } = event {
///         turns.fetch_add(1, Ordering::Relaxed);
///     }
/// };
/// Solver::new(&level).on_progress(count).solve();
/// assert!(turns.load(Ordering::Relaxed) > 0);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveEvent {
    /// A turn of a strategy ended.
    Turn {
        /// The strategy.
        strategy: Strategy,
        /// The nodes of all its turns so far.
        nodes: u64,
        /// The progress of its search; `None` if a limit was met before the search was made.
        progress: Option<Progress>,
    },
    /// A strategy is in the middle of its turn; reported a few times a second.
    Working {
        /// The strategy.
        strategy: Strategy,
        /// The nodes of all its turns so far.
        nodes: u64,
        /// The progress of its search.
        progress: Progress,
        /// The most promising open position, if the search tracks one.
        nearest: Option<Position>,
        /// The steps of the plan that led to that position, if the strategy makes plans: for each step a square of each
        /// of its areas, in order.
        steps: Vec<Vec<Square>>,
    },
}

/// The callback for events.
pub(super) type Observer<'a> = dyn Fn(SolveEvent) + Sync + 'a;
