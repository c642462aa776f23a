//! Room events: the moves of the boxes of one area while all boxes outside stay in place.
//!
//! ```text
//!   #######        A box of room A leaves it by the border to tunnel b. Either of the two can go. The box left in A
//!   #$ A  ######   differs, and no pushes in A lead from one case to the other, since a box at the wall stays there: two
//!   #  $  b    #   outcomes, a choice. With both boxes in the middle of the room there would be one.
//!   #     ######
//!   #######
//! ```
//! A *silent push* moves a box of the area to another live square of the area; the boxes outside stay, and the player walks
//! wherever they let him. The *closure* of a position is the set of positions that silent pushes lead to. A *crossing* is a push,
//! in any position of the closure, of a box of the area over a border, to a live square. Its *outcome* is the position right after
//! it without the box that has left: the other boxes of the area, and the player's place. An outcome is *dominated* if silent
//! pushes lead to it from another outcome. The *label* of a border is `deterministic` if the closure is complete and one outcome is
//! undominated, `choice` if several are, `unknown` if a budget cut the closure, or the search for dominance among several outcomes.
//! These words are defined here alone, for the planner of room events and the labels of [`crate::steps`].
//!
//! A closure depends on the boxes of the area, on the player's place, and on which squares outside, at the border, are connected by
//! walks outside the area ([`RoomState`]): positions that agree in these share it.

mod closure;
mod outcomes;
mod room;

pub use closure::{Explorer, MEMBERS, RoomClosure, RoomCrossing, RoomPruning};
pub use room::{Room, RoomState, RoomView};
