//! The abstraction: what each area can hold and how crossings of borders change that; labels and dead rooms. Output:
//! the abstract state of a position on each rung. Planning and pushing are left to the planner and the searches;
//! [`theory`] gives the model and why it is exact.

mod borders;
mod classes;
mod closure;
mod counts;
mod dead_rooms;
mod events;
mod exact;
mod label;
mod label_counts;
mod local;
mod operator;
mod relaxed;
mod table;
pub mod theory;

pub use borders::{BorderPush, Borders, Walk};
pub use counts::{Counts, Crossing, Crossings};
pub use dead_rooms::{DeadRoom, Supply};
pub use events::{Explorer, NothingLost, Room, RoomClosure, RoomCrossing, RoomPruning, RoomState, RoomView};
pub use exact::Exact;
pub use label::{Label, Rung};
pub use label_counts::LabelCounts;
pub use local::{Bits, LocalArea, LocalState, OUTSIDE, each, has};
pub use operator::{AbstractState, Operator, OperatorKind};
pub use relaxed::Relaxed;
pub use table::{ClosureBudget, Outcomes, PartId, StateId, Table};
mod border_event;
mod pruning;

pub use border_event::BorderEvent;
pub use pruning::{LocalPruning, NoPruning};
