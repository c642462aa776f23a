//! The agenda of box groups. Input: a position. Output: the pushes of a solution, group by group.
//!
//! The boxes are divided, not the floor: a group is solved in the real position, with all other boxes fixed where they
//! stand, and its pushes are made. Nothing is cut or joined, and the width of a door does not matter; rooms give the
//! windows in which groups are searched. After Standley, "Finding Optimal Solutions to Cooperative Pathfinding Problems"
//! (AAAI 2010), where groups of agents are found in the same way.

mod ahead;
mod flow;
mod group;

mod realise;
mod safety;
mod search;
mod steps;
mod window;

pub use group::{Group, GroupsBy, groups, propose};
pub use realise::AgendaSetting;
pub use search::{Agenda, AgendaEntry, Commit};
pub use steps::{GroupReport, GroupsReport};
