//! What is known before the first push?
//!
//! In comes a board; out comes what never changes while boxes are pushed about: dead squares and push distances, areas
//! and the graph of them. No position is searched here.

mod areas;
mod distance;
#[expect(clippy::module_inception, reason = "one noun a file, and the folder's noun is maze")]
mod maze;
mod sides;

pub use areas::Areas;
pub use areas::Merging;
pub use areas::RoomsBy;
pub use areas::{Area, AreaId, AreaKind, Connectivity, Opening};
pub use areas::{AreaFacts, BoxUse};
pub use areas::{AreaPatterns, PatternFault};
pub use distance::{Place, PushDistances};
pub use maze::Maze;
pub use sides::Sides;
