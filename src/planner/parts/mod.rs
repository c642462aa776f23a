//! Levels cut at bridges of the floor: each part is searched as a level of its own, and the pushes are joined.
//!
//! Input: a board, a position, its [`crate::maze::Parts`]. Output: for each part a level that any search can solve, whose
//! doors are drawn as annexes; and from the solutions of all parts the pushes of the whole level. No search is made here.
//! What the bridges fix by counting (how many boxes cross each, net) is the plan: it exists before any push.

mod annex;
mod canvas;
mod cut;
mod joining;
mod part_level;
mod port;
mod steps;

pub use cut::{cuts, has_many_parts, join_at, random_cuts};
pub use joining::{Joined, JoinedPush, Stuck, join};
pub use part_level::{Crossing, PartLevel, Script, ScriptPush};
pub use port::Need;
pub use steps::steps;
