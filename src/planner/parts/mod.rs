//! Levels cut at bridges of the floor: each part is searched as a level of its own, and the pushes are joined.
//!
//! Input: a board, a position, its [`crate::maze::Parts`]. Output: for each part a level that any search can solve,
//! whose doors are drawn as annexes; and from the solutions of all parts the pushes of the whole level. No search is
//! made here. The plan is the net number of boxes over each bridge, which follows from counting boxes and goals.

mod annex;
mod canvas;
mod cut;
mod joining;
mod part_level;
mod port;
mod steps;

pub use cut::{cuts, has_many_parts, join_at};
pub use joining::{Joined, JoinedPush, Stuck, join};
pub use part_level::{Crossing, PartLevel, Script, ScriptPush};
pub use port::Need;
pub use steps::steps;
