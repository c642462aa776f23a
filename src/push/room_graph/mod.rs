//! The room graph: which rooms the player can walk between through corridors alone, and how much of that boxes prevent.
//!
//! Input: a board, and for each count the boxes. Output: the room of each square, and the number of broken edges. The
//! rooms serve as a feature only: nothing is proved by them. After Shoham and Schaeffer, "The FESS Algorithm" (IEEE CoG
//! 2020), who count rooms that are connected.
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
