//! Positions and their changes: states (boxes and the player's region on a board), pushes, macro pushes, and the stores
//! of states.

mod arena;
mod boxes;
mod cuts;
mod grid;
mod lurd;
mod macros;
mod reach;
mod region;
mod state;

pub use arena::{Arena, NodeId};
pub use boxes::BoxSet;
pub use grid::{CellIterator, CellSet, Grid, GridArena, GridNode, GridSize, Keys, Words};
pub use lurd::{pushes_of, walk_and_push};
pub use macros::{Macro, Macros, Play};
pub use reach::Reach;
pub(crate) use region::steps_from;
pub use region::{Region, WalkDistances};
pub use state::{Push, State};
