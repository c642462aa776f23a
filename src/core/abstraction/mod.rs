//! What can a room do? The possible contents of each area and their changes by crossings; room events, labels, dead rooms. Planning
//! and pushing are left to the planner and the searches; [`theory`] has the model, and why it is exact.

mod borders;
mod dead_rooms;
mod events;
mod exact;
mod label;
mod local;
mod table;
pub mod theory;

pub use borders::{AreaEffect, BorderPush, Borders, Walk};
pub use dead_rooms::{DeadRoom, Supply};
pub use events::{Explorer, MEMBERS, NothingLost, Room, RoomClosure, RoomCrossing, RoomPruning, RoomState, RoomView};
pub use exact::{AbstractState, AreaCounts, Exact, LocalPruning, NoPruning, Operator, OperatorKind};
pub use label::{Label, LabelCounts};
pub use local::{Bits, LocalArea, LocalState, each, has};
pub use table::{PartAfter, PartId, StateId, Table};
