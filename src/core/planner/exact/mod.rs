//! Plans on `sets`: A* over abstract states, realised backwards.

mod plan;
mod room_pruning;
mod search;

pub use plan::{ExactPlan, Segment, realise};
pub use room_pruning::{RoomGuide, TableBounds};
pub use search::ExactSearch;
