//! Where are the rooms, the tunnels and the openings between them? The definitions are in `rooms_by`. Pushes inside an area are
//! left to `abstraction`.

mod area;
mod facts;
mod graph;
mod pattern;
mod random;
mod rooms_by;
mod width;

pub use area::{Area, AreaId, AreaKind, Connectivity, Opening};
pub use facts::{AreaFacts, BoxUse};
pub use graph::Areas;
pub(crate) use graph::components;
pub(crate) use pattern::read_picture;
pub use pattern::{AreaPatterns, PatternFault};
pub use rooms_by::RoomsBy;
