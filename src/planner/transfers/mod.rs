//! Plans of transfers, each realised by a push search over the boxes of a few areas.
//!
//! ```text
//!   packing plan     fill goal 1, then goal 2, then goal 3 ...
//!   plan             goal 1 from room A, goal 2 from room A, goal 3 from tunnel b ...
//!   realisation      pushes of the boxes on the route from A to goal 1; of more areas around it where that fails
//!   takeover         pushes of any box, where it stays open whether the smaller searches have missed a way
//! ```
//! Input: a level, its areas, and a source of proposals: a packing plan, that is the order in which goals are filled, or
//! plans on counts, which know how many boxes each area has and nothing else. Output: transfers with their pushes, up to a
//! solution. The upper level holds positions and visits them by their features; its moves are the transfers of a plan
//! that the STRIPS planner makes before any push is searched. A step that fails is planned around: the plan is mended, or
//! made anew where that is not enough. The push searches are those of [`crate::search`]. Hierarchies of subgoals with a
//! short search for each: Botea, Mueller and Schaeffer (2002) for rooms of Sokoban, Czechowski and others (2021) for
//! learned subgoals.
//!
//! Measured on XSokoban without takeovers, along both packing plans in turn, with 100, 300, 1,000 and 3,000 nodes a level:
//! 28, 61, 67 and 74 of 90 levels are solved with rooms by networks; 25, 56, 64 and 77 by LISA's patterns; with the whole
//! level as one room, where every realisation may move all boxes, 29, 55, 64 and 72. With rooms and without them they are
//! not the same levels: networks or none solve 78. On counts alone, with 5,000 nodes a level, 6 of XSokoban and 131 of the 155
//! of Microban I, on exits 1 and 120; with an upper level of their own, which moved the boxes of a step's areas alone and kept
//! no features, counts solved 1 and 90, exits 1 and 81.

mod agenda;
mod counts;
mod first_plans;
mod memory;
mod packing;
mod positions;
mod proposal;
mod realisation;
mod realiser;
mod search;
mod source;
mod source_plan;
mod tally;
mod upper;
mod ways;

pub(super) use first_plans::{FirstPlans, PlannedTransfer};
pub use proposal::{Extent, Proposal};
pub use realiser::{Outcome, Realiser, Verdict};
pub use search::{Realising, TransferSearch, Watching};
pub use tally::{Takeover, Tally};
