//! The pushes of groups as plan steps, and what became of each group.

use super::{Agenda, AgendaEntry, Commit};
use crate::level::{Board, Square};
use crate::maze::{AreaId, Areas};
use crate::planner::{Act, StepResult};
use itertools::Itertools;

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

impl Agenda<'_> {
    /// Returns the groups, and what has happened to them.
    pub fn report(&self) -> GroupsReport {
        let areas = self.areas;
        let group = |(number, group): (usize, &super::Group)| GroupReport {
            areas: group
                .boxes
                .iter()
                .chain(&group.goals)
                .map(|&square| areas.area_of(square))
                .sorted()
                .dedup()
                .collect(),
            boxes: group.boxes.clone(),
            nodes: self.commits().iter().find(|commit| commit.group == number).map(|commit| commit.nodes),
        };
        GroupsReport {
            areas: areas.clone(),
            groups: self.groups().enumerate().map(group).collect(),
            trace: self.trace().to_vec(),
        }
    }

    /// Returns the pushes of all commits as steps.
    pub fn attempts(&self, board: &Board) -> Vec<StepResult> {
        let of = |commit: &Commit| {
            let pushes: Vec<_> = commit.pushes.iter().map(|&push| (push, None)).collect();
            StepResult::all(board, self.areas, Act::Group, &pushes)
        };
        self.commits().iter().flat_map(of).collect()
    }
}
