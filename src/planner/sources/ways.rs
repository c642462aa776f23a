//! Push distances of a lone box to the square of a packing step, past the boxes that the packing plan leaves in place.
//! The player is assumed to reach every free square, so a square without a path has none in any position.

use crate::level::{Direction, Square};
use crate::maze::{AreaId, Areas, Maze};
use crate::packing::PackingPlan;
use std::collections::VecDeque;

/// Push distances to the squares of packing steps, each computed when first needed.
#[derive(Debug)]
pub(super) struct Ways<'a> {
    maze: &'a Maze<'a>,
    /// For each packing step, the number of pushes from each square, `u32::MAX` without a path; computed when needed.
    by_step: Vec<Option<Vec<u32>>>,
}

impl<'a> Ways<'a> {
    pub(super) fn new(maze: &'a Maze<'a>, packing: &PackingPlan) -> Self {
        Self { maze, by_step: vec![None; packing.steps().count()] }
    }

    /// Returns the number of pushes from each square to the square of a packing step; `u32::MAX` without a path.
    fn to(&mut self, packing: &PackingPlan, step: usize) -> &[u32] {
        let maze = self.maze;
        self.by_step[step].get_or_insert_with(|| pushes_to(maze, packing, step))
    }

    /// Returns the areas of boxes with a path to the square of a step, each with its minimum pushes, nearest first.
    pub(super) fn nearest(
        &mut self,
        packing: &PackingPlan,
        step: usize,
        boxes: &[Square],
        areas: &Areas,
    ) -> Vec<(u32, AreaId)> {
        let pushes = self.to(packing, step);
        let mut all: Vec<(u32, AreaId)> = boxes.iter().map(|&b| (pushes[b.index()], areas.area_of(b))).collect();
        all.retain(|&(pushes, _)| pushes != u32::MAX);
        all.sort_unstable();
        let mut seen: Vec<AreaId> = Vec::new();
        all.retain(|(_, area)| {
            let is_new = !seen.contains(area);
            seen.push(*area);
            is_new
        });
        all
    }

    /// Returns the areas through which the nearest of these boxes is pushed, first to last; empty if no box has a path.
    pub(super) fn route(
        &mut self,
        packing: &PackingPlan,
        step: usize,
        boxes: impl Iterator<Item = Square>,
        areas: &Areas,
    ) -> Vec<AreaId> {
        let board = self.maze.board;
        let pushes = self.to(packing, step);
        let Some(mut at) = boxes.filter(|b| pushes[b.index()] != u32::MAX).min_by_key(|b| pushes[b.index()]) else {
            return Vec::new();
        };
        let mut route = vec![areas.area_of(at)];
        let is_nearer = |from: Square, to: &Square| pushes[to.index()] < pushes[from.index()];
        while pushes[at.index()] > 0 {
            let next =
                |d: Direction| board.next(at, d.opposite()).and(board.next(at, d)).filter(|to| is_nearer(at, to));
            let Some(to) = Direction::ALL.into_iter().find_map(next) else { break };
            at = to;
            if route.last() != Some(&areas.area_of(at)) {
                route.push(areas.area_of(at));
            }
        }
        route
    }
}

fn pushes_to(maze: &Maze<'_>, packing: &PackingPlan, step: usize) -> Vec<u32> {
    let board = maze.board;
    let mut pushes = vec![u32::MAX; board.len()];
    let Some(next) = packing.next(step) else { return pushes };
    let mut walls = packing.set(step).clone();
    next.from.into_iter().for_each(|from| walls.remove(from));
    let is_free = |square: &Square| !walls.has(*square);
    let mut queue = VecDeque::from([next.to]);
    pushes[next.to.index()] = 0;
    while let Some(at) = queue.pop_front() {
        for back in Direction::ALL.map(Direction::opposite) {
            // A box is pushed from `before` to `at`, with the player behind it.
            let Some(before) = board.next(at, back).filter(is_free) else { continue };
            let is_pushed = board.next(before, back).filter(is_free).is_some();
            if is_pushed && pushes[before.index()] == u32::MAX {
                pushes[before.index()] = pushes[at.index()] + 1;
                queue.push_back(before);
            }
        }
    }
    pushes
}
