//! Plans on counts and exits: the STRIPS task of a position, and the borders that are closed for boxes.

mod border_watch;
mod task;

pub use border_watch::{Able, BlockPredicate, BorderWatch, Seen, Split};
pub use task::AbstractTask;
