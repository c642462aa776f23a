//! Which groups of boxes can be solved one after the other? Input: a position. Output: the pushes of a solution, group by group.
//!
//! The boxes are divided, not the floor: a group is solved in the real position, with all other boxes fixed in place, and its
//! pushes are made. The width of a door does not matter; rooms give the windows to search groups in. After Standley, "Finding
//! Optimal Solutions to Cooperative Pathfinding Problems" (AAAI 2010), which divides agents in this way.

mod flow;
mod group;
mod joins;
mod realise;
mod search;
mod steps;
mod window;

pub use group::{Group, GroupsBy, groups, propose};
pub use realise::AgendaSetting;
pub use search::{Agenda, AgendaEntry, Commit};
pub use steps::{GroupReport, GroupsReport};
