//! The pushes of a lone box to the square of a packing step, past the boxes that the plan leaves in place.

use crate::level::{Direction, Square};
use crate::maze::{AreaId, Areas, Maze};
use crate::packing::PackingPlan;
use std::collections::VecDeque;

/// Distances in pushes, computed when a step is first asked for.
#[derive(Debug)]
pub(super) struct Ways<'a> {
    maze: &'a Maze<'a>,
    /// For each step, the pushes from each square; `u32::MAX` where there is no way.
    by_step: Vec<Option<Vec<u32>>>,
}

impl<'a> Ways<'a> {
    pub(super) fn new(maze: &'a Maze<'a>, plan: &PackingPlan) -> Self {
        Self { maze, by_step: vec![None; plan.steps().count()] }
    }

    /// The pushes from each square to that of a step. The player is taken to reach every free square.
    pub(super) fn to(&mut self, plan: &PackingPlan, step: usize) -> &[u32] {
        let maze = self.maze;
        self.by_step[step].get_or_insert_with(|| pushes_to(maze, plan, step))
    }

    /// The areas through which a box comes from a square, along a shortest way; that of the square alone where there is
    /// none.
    pub(super) fn route(&mut self, plan: &PackingPlan, step: usize, from: Square, areas: &Areas) -> Vec<AreaId> {
        let maze = self.maze;
        let board = maze.board;
        let pushes = self.to(plan, step);
        let mut route = vec![areas.area_of(from)];
        let mut at = from;
        while pushes[at.index()] > 0 && pushes[at.index()] != u32::MAX {
            let nearer =
                |d| board.next(at, d).filter(|s| pushes[s.index()] < pushes[at.index()] && can_push(maze, at, d));
            let Some(next) = Direction::ALL.into_iter().find_map(nearer) else { break };
            at = next;
            if route.last() != Some(&areas.area_of(at)) {
                route.push(areas.area_of(at));
            }
        }
        route
    }
}

fn can_push(maze: &Maze<'_>, from: Square, direction: Direction) -> bool {
    maze.board.next(from, direction.opposite()).is_some()
}

fn pushes_to(maze: &Maze<'_>, plan: &PackingPlan, step: usize) -> Vec<u32> {
    let board = maze.board;
    let mut pushes = vec![u32::MAX; board.len()];
    let Some(next) = plan.next(step) else { return pushes };
    let mut walls = plan.set(step).clone();
    next.from.into_iter().for_each(|from| walls.remove(from));
    let free = |square: &Square| !walls.has(*square);
    let mut queue = VecDeque::from([next.to]);
    pushes[next.to.index()] = 0;
    while let Some(at) = queue.pop_front() {
        for direction in Direction::ALL {
            let Some(before) = board.next(at, direction.opposite()).filter(free) else { continue };
            let has_stand = board.next(before, direction.opposite()).filter(free).is_some();
            if has_stand && pushes[before.index()] == u32::MAX {
                pushes[before.index()] = pushes[at.index()] + 1;
                queue.push_back(before);
            }
        }
    }
    pushes
}
