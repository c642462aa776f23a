//! What is a position, and how does it change?
//!
//! In comes a board; out come states (boxes and the player's region), the pushes between them, and an arena that
//! keeps each once. Whether a state is any good is not asked here.

mod arena;
mod boxes;
mod lurd;
mod macros;
mod region;
mod state;

pub use arena::{Arena, NodeId};
pub use boxes::BoxSet;
pub use lurd::walk_and_push;
pub use macros::{Macro, Macros, Play};
pub use region::Region;
pub use state::{Push, State};
mod box_crossings;
mod walk_distances;

pub use box_crossings::BoxCrossingDistances;
pub use walk_distances::WalkDistances;
