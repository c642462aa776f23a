//! Plans on counts and exits: the STRIPS task of a position, borders closed for boxes, and the search by plan steps.

mod agendas;
mod border_watch;
mod search;
mod task;

pub use border_watch::{Able, BlockPredicate, BorderWatch, Seen, Split};
pub use search::{CoarseSearch, CoarseTally, Watching};
pub use task::AbstractTask;
