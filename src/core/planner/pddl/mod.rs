//! Positions as PDDL problems, and plans of any planner as moves. Input: areas and a position. Output: a problem of a
//! domain in `domains/`, and for a plan of that problem the moves of the player. Only walks, and pushes that a plan
//! leaves open, are searched here; whether the plan and the solution are valid is checked elsewhere.

mod model;
mod problem;
mod rooms;
mod squares;
mod tables;

pub use model::{FollowError, Model, follow};
pub use problem::LevelProblem;
