//! Plans on counts: the STRIPS task of a position, and the search by plan steps.

mod proposals;
mod search;
mod task;

pub use search::CoarseSearch;
pub use task::AbstractTask;
