//! The interface of the searches for pushes.

use crate::deadlock::Refused;
use crate::level::Position;
use crate::push::Push;
use crate::run::Search;

/// A search for pushes that reports the refusals of its deadlock rules.
pub trait PushSearch: Search<Solution = Vec<Push>> {
    /// Returns the refusals of each rule so far.
    fn refused(&self) -> Refused;

    /// Returns the most promising open position, if the search tracks one.
    fn nearest(&self) -> Option<Position> {
        None
    }

    /// Drops the least promising states when memory is short; the search goes on with the others, and makes no proof
    /// that depends on the dropped ones. Returns whether any memory was released.
    fn compact(&mut self) -> bool;
}
