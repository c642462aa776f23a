//! Areas: rooms, tunnels and the openings between them.
//!
//! Input: a board and a definition of what a room is. Output: the areas, the graph of their openings, and facts about each.
//! What a room can do with its boxes belongs to `abstraction`.

mod area;
mod facts;
mod graph;
mod merging;
mod pattern;
mod rooms_by;

pub use area::{Area, AreaId, AreaKind, Connectivity, Opening};
pub use facts::{AreaFacts, BoxUse};
pub use graph::Areas;
pub use merging::Merging;
pub use pattern::{AreaPatterns, PatternFault};
pub use rooms_by::RoomsBy;
