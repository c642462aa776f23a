//! Plans on `sets`: A* over abstract states, realised backwards.

mod backward_realisation;
mod plan;
mod room_pruning;
mod search;
mod table_bounds;

pub use backward_realisation::{Segment, realise};
pub use plan::ExactPlan;
pub use room_pruning::{Packed, RoomGuide};
pub use search::ExactSearch;
pub use table_bounds::TableBounds;
