//! The plan of transfers: for each step of the packing plan the box that goes there, and its route.
//!
//! ```text
//!   packing plan     fill goal 1, park a box, fill goal 2 ...                 the order, from the end backwards
//!   sources          goal 1 from room A, goal 2 from tunnel b ...             by the STRIPS planner
//!   check            is there a box of A that can be pushed there now?        if not, from another area, planned again
//!   plan             box (4,4) goes A > b > C and fills (8,5) ...
//! ```
//! The check makes one transfer after the other on the board, while all other boxes stay. So a route is one that the box
//! can take when it is due. If no box can be pushed to a square, a box in the way is proposed to make way. Hierarchies of
//! subgoals: Botea, Mueller and Schaeffer (2002) for rooms of Sokoban.

mod plan;
mod rehearsal;
mod sources;
mod ways;

pub use plan::{Conditions, Plan, propose};
