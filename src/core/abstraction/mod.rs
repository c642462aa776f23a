//! What can a room do? Walks and pushes over borders, local states, dead rooms, room events, and labels. Planning and
//! pushing are left to the planner and the searches.

mod borders;
mod dead_rooms;
mod events;
mod label;
mod local;

pub use borders::{AreaEffect, BorderPush, Borders, Walk};
pub use dead_rooms::{DeadRoom, Supply};
pub use events::{Explorer, MEMBERS, Room, RoomClosure, RoomCrossing, RoomPruning, RoomState, RoomView};
pub use label::{Label, LabelCounts};
pub use local::{Bits, LocalArea, LocalState, each, has};
