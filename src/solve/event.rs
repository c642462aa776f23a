//! What a caller can be told while a level is being solved.

use super::{Engine, Takeover};
use crate::run::Progress;

/// Something that happened. Events come from the threads that the searches run on.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveEvent {
    /// A strategy had a turn.
    Turn {
        /// Which.
        engine: Engine,
        /// Nodes that it spent in all its turns.
        nodes: u64,
        /// How its search fares; `None` where a limit was met before there was one.
        progress: Option<Progress>,
    },
    /// The push searches take over from the plans.
    Takeover(Takeover),
}

/// Is called with each event.
pub(super) type Observer<'a> = dyn Fn(SolveEvent) + Sync + 'a;
