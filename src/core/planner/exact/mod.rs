//! Which plans on local states of small areas exist? A* over the abstract states of `sets` ([`crate::abstraction::theory`]),
//! realised backwards.

mod plan;
mod room_pruning;
mod search;

pub use plan::{ExactPlan, Segment, realise};
pub use room_pruning::{RoomGuide, TableBounds};
pub use search::ExactSearch;
