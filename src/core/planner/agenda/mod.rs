//! Which groups of boxes can be solved one after the other? Input: a position. Output: the pushes of a solution, group by group.
//!
//! The boxes are divided, not the floor: a group is solved in the real position, with all other boxes fixed in place, and its
//! pushes are made. The width of a door does not matter; rooms give the windows to search groups in. After Standley, "Finding
//! Optimal Solutions to Cooperative Pathfinding Problems" (AAAI 2010), which divides agents in this way.

mod group;
mod realise;
mod search;
mod window;

pub use group::{Group, GroupsBy, propose};
pub use realise::AgendaSetting;
pub use search::{Agenda, Commit};

use crate::level::Square;
use crate::maze::{AreaId, Areas};

/// The groups of a level, and what happened to them.
#[derive(Clone, Debug)]
pub struct GroupsReport {
    /// Areas that name the groups.
    pub areas: Areas,
    /// Groups by number, including merged ones.
    pub groups: Vec<GroupReport>,
    /// What happened to the groups, in order.
    pub trace: Vec<AgendaEntry>,
}

/// One group of boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupReport {
    /// Areas of its boxes at the start and of its goals, ascending.
    pub areas: Vec<AreaId>,
    /// Squares of its boxes at the start, including boxes of merged groups, ascending.
    pub boxes: Vec<Square>,
    /// Number of nodes of the attempt that solved it; `None` if it was not solved by itself.
    pub nodes: Option<u64>,
}

/// What happened to a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgendaEntry {
    /// The group was solved.
    Committed {
        /// Number of the group.
        group: usize,
    },
    /// The goals of the group would cut off squares that another group needs, so that the group waits for it.
    Waits {
        /// Number of the group.
        group: usize,
        /// Number of the group for which it waits.
        until: usize,
    },
    /// Another group was added to the group.
    Merged {
        /// Number of the group.
        group: usize,
        /// Number of the group that was added to it.
        with: usize,
    },
}
