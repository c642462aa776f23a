//! Plans on counts and exits: transfers are proposed by the STRIPS planner and realised by push search.

mod border_watch;
mod nogoods;
mod realiser;
mod search;
mod task;

pub use border_watch::{Able, BlockPredicate, BorderWatch, Seen, Split};
pub use realiser::{Outcome, Realiser, Verdict};
pub use search::PlanSearch;
pub use task::AbstractTask;
