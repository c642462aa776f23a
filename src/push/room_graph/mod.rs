//! Room graph: pairs of rooms joined by corridors through which the player can walk, and the pairs that boxes separate.
//!
//! The number of broken edges serves as a feature only, not as a proof. After Shoham and Schaeffer, "The FESS
//! Algorithm" (IEEE CoG 2020), who count connected rooms.
//!
//! ```text
//!   ###########      a a and b b are rooms, = is a corridor, and the two rooms are joined by an edge. It is broken by
//!   #aa###b   #      a box on =, and also by one that cuts a room in pieces of which one does not touch the corridor
//!   #aa===b   #      any more.
//!   #aa###bbbb#
//!   ###########
//! ```

mod around;
mod graph;
mod rooms;
mod sight;

pub use graph::RoomGraph;
