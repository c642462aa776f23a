//! What the searches for pushes have in common.

use crate::deadlock::Refused;
use crate::level::Position;
use crate::push::Push;
use crate::run::Search;

/// A search for pushes that reports what its deadlock rules refused.
pub trait PushSearch: Search<Solution = Vec<Push>> {
    /// What each rule refused so far.
    fn refused(&self) -> Refused;

    /// Returns the most promising open position, if the search tracks one.
    fn nearest(&self) -> Option<Position> {
        None
    }

    /// Drops the least promising states, where memory is short; the search goes on with the others, and proves nothing
    /// that hangs on those. Returns whether any memory was released.
    fn compact(&mut self) -> bool;
}
