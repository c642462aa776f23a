//! Levels as PDDL, and plans of any planner as moves.
//!
//! In come a level's ground and a position; out come a problem of one of the domains in `domains/`, and, for a plan
//! of that problem, moves of the player. Nothing is searched for here but walks and what a plan leaves open; whether
//! the plan is one, and whether the moves solve, is asked elsewhere.

mod contracted;
mod counts;
mod crossings;
mod draft;
mod follow;
mod model;
mod moves;
mod names;
mod pushes;
mod rooms;
mod rooms_follow;
mod tables;
mod tunnels;

pub use draft::Exported;
pub use follow::{FollowError, follow};
pub use model::Model;
mod corridors;
mod export_pruning;
