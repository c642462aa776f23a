//! Room events: what the boxes of one area can do while all boxes outside stay where they are.
//!
//! ```text
//!   #######        A box of room A leaves it by the border to tunnel b. Either of the two can go. What is left in A
//!   #$ A  ######   differs, and no pushes in A lead from the one to the other, since a box at the wall stays at it: two
//!   #  $  b    #   outcomes, a choice. With both boxes in the middle of the room there would be one.
//!   #     ######
//!   #######
//! ```
//! A *silent push* moves a box of the area to another of its squares from which a lone box reaches a goal; the boxes
//! outside stay, and the player walks wherever they let him. The *closure* of a position is all that silent pushes lead
//! to. A *crossing* is a push, in any position of the closure, of a box of the area over a border, to such a square too.
//! Its *outcome* is the position right after it, with the box that has left taken off the board: the other boxes of the
//! area, and where the player is. An outcome to which another one leads by silent pushes is *dominated*: whoever has the
//! other can have it too. The *label* of a border is `deterministic` where the closure is complete and one outcome is not
//! dominated, `choice` where several are not, `unknown` where a budget cut the closure, or the search for domination among
//! several. This folder is the one place where these words are defined: the planner of room events and the labels of
//! [`crate::steps`] use it.
//!
//! A closure depends on the boxes of the area, on where the player is, and on which squares outside, at the border, he can
//! walk between without the area ([`RoomState`]): positions that agree in these share it.

mod closure;
mod outcomes;
mod room;
mod room_state;

pub use closure::{Explorer, NothingLost, RoomClosure, RoomCrossing, RoomPruning};
pub use room::Room;
pub use room_state::{RoomState, RoomView};
