//! What is computed from a board alone, before the first push: dead squares, push distances and areas. Positions are
//! left to `push` and the searches.

mod areas;
mod distance;
#[expect(clippy::module_inception, reason = "one noun a file, and the folder's noun is maze")]
mod maze;
mod sides;

pub use areas::Areas;
pub use areas::Merging;
pub use areas::RoomsBy;
pub(crate) use areas::components;
pub use areas::{Area, AreaId, AreaKind, Connectivity, Opening};
pub use areas::{AreaFacts, BoxUse};
pub use areas::{AreaPatterns, PatternFault};
pub use distance::{Place, PushDistances};
pub use maze::Maze;
pub use sides::PlayerSides;
