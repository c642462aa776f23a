//! Levels cut at bridges of the floor: each part is searched as a level of its own, and the pushes are joined.
//!
//! Input: a board, a position, its [`crate::maze::Parts`]. Output: for each part a level that any search can solve,
//! whose doors are drawn as annexes; from the solutions of all parts, the pushes of the whole level. No search is made
//! here. The net number of boxes over each bridge follows from counting boxes and goals.
//!
//! What the choice of bridges is worth: of XSokoban with 3,000 nodes a level, `--strategy parts,fess` solves 74 levels,
//! with cuts at as many random bridges 71.3 (mean of three draws; change -2.7, from -6 to 1), and without cuts 78 (5
//! gained, 1 lost, p = .22): parts take nodes from the push search beside them (`bench --ablate parts --controls`).

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
