//! Reports to the caller while a level is being solved.

use super::Strategy;
use crate::run::Progress;

/// Progress of the solver, sent from the threads on which the searches run.
///
/// ```
/// use sokoplan_core::{Level, SolveProgress, Solver};
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("one push", "#####\n#@$.#\n#####")?;
/// let turns = AtomicUsize::new(0);
/// let count = |progress| {
///     if let SolveProgress::Turn { .. } = progress {
///         turns.fetch_add(1, Ordering::Relaxed);
///     }
/// };
/// Solver::new(&level).on_progress(count).solve();
/// assert!(turns.load(Ordering::Relaxed) > 0);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveProgress {
    /// The turn of a strategy ended.
    Turn {
        /// Strategy whose turn ended.
        strategy: Strategy,
        /// Number of nodes in all turns of the strategy so far.
        nodes: u64,
        /// Progress of the search; `None` if a limit was reached before the search was created.
        progress: Option<Progress>,
    },
    /// A strategy is in the middle of its turn; sent a few times a second.
    Working {
        /// Strategy whose turn it is.
        strategy: Strategy,
        /// Number of nodes in all turns of the strategy so far.
        nodes: u64,
        /// Progress of the search of the strategy.
        progress: Progress,
    },
}

/// Callback that receives the progress.
pub(super) type Observer<'a> = dyn Fn(SolveProgress) + Sync + 'a;
