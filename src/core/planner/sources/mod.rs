//! The abstract plan along a packing plan: for each packing step the area from which the box comes, and its route.
//!
//! ```text
//!   packing plan     fill goal 1, then goal 2, then goal 3 ...
//!   plan             goal 1 from room A, goal 2 from room A, goal 3 from tunnel b ...      by the STRIPS planner
//! ```
//! Output: plans of the start position, which head the explanation of a solution. Hierarchies of subgoals: Botea,
//! Mueller and Schaeffer (2002) for rooms of Sokoban.

mod first_plans;
mod source_plan;
mod ways;

pub(super) use first_plans::{FirstPlans, PlannedTransfer};
