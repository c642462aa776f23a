//! Positions as PDDL problems, and plans of any planner as moves. Input: areas and a position. Output: a problem of a
//! domain in `domains/`, and for a plan of that problem the moves of the player. Only walks, and pushes that a plan
//! leaves open, are searched here; whether the plan and the solution are valid is checked elsewhere.

mod contracted;
mod counts;
mod counts_follow;
mod crossings;
mod draft;
mod follow;
mod model;
mod moves;
mod names;
mod nogood;
mod pushes;
mod reduction;
mod rooms;
mod rooms_follow;
mod simulation;
mod table_sizes;
mod tables;
mod tunnels;

pub use draft::Exported;
pub use follow::{Broken, FollowError, follow, follow_counts};
pub use model::Model;
pub use names::{area_name, read_area};
pub use nogood::{NOGOODS_DOMAIN, NOGOODS_WORD, Nogood, export_with, is_clearing, read_step, step_name};
pub use table_sizes::{TableSize, table_sizes};
mod corridors;
mod export_pruning;
