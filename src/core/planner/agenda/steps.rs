//! The pushes of groups as plan steps, and what became of each group.

use super::{Agenda, AgendaEntry};
use crate::level::{Board, Square};
use crate::maze::{AreaId, Areas};
use crate::planner::{Realisation, Step};
use crate::push::Push;
use itertools::Itertools;

/// The groups of a level, and what happened to them.
#[derive(Clone, Debug)]
pub struct GroupsReport {
    /// Areas by which groups are named.
    pub areas: Areas,
    /// Groups by number, also those that were merged with others.
    pub groups: Vec<GroupReport>,
    /// What happened to the groups, in order.
    pub trace: Vec<AgendaEntry>,
}

/// One group of boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupReport {
    /// Areas of its boxes at the start and of its goals, ascending.
    pub areas: Vec<AreaId>,
    /// Squares of its boxes at the start, those of merged groups included, ascending.
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

    /// Returns the pushes of all commits as steps: a box that goes from area to area in consecutive pushes is a transfer,
    /// and pushes between two transfers in one area are an arrangement. The first step of a group has its nodes.
    pub fn steps(&self, board: &Board) -> Vec<Realisation> {
        let mut steps: Vec<Realisation> = Vec::new();
        for commit in self.commits() {
            let (first, mut nodes) = (steps.len(), commit.nodes);
            for line in commit.pushes.chunk_by(|one, next| after(board, one) == Some(next.from)) {
                let route = route(board, self.areas, line);
                let step = match route[..] {
                    [area] => Step::Arrange(area),
                    _ => Step::Transfer(route),
                };
                match steps.last_mut().filter(|last| last.position >= first && matches!(step, Step::Arrange(_))) {
                    Some(last) if last.step == step => last.pushes.extend(line),
                    _ => {
                        let (position, nodes) = (steps.len(), std::mem::take(&mut nodes));
                        let realised = Realisation::new(step, line.to_vec(), position, commit.label);
                        steps.push(Realisation { push_nodes: nodes, ..realised });
                    }
                }
            }
        }
        steps
    }
}

fn after(board: &Board, push: &Push) -> Option<Square> {
    board.next(push.from, push.direction)
}

fn route(board: &Board, areas: &Areas, line: &[Push]) -> Vec<AreaId> {
    let first = line.iter().take(1).map(|push| push.from);
    first.chain(line.iter().filter_map(|push| after(board, push))).map(|square| areas.area_of(square)).dedup().collect()
}
