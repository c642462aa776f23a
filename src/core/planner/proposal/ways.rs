//! Push distances of a lone box to the square of a packing step, past the boxes that the packing plan leaves in place. Only the box
//! itself keeps the player from a square, so a square without a path has no path in any position.

use crate::level::{Direction, Square};
use crate::maze::{AreaId, Areas, Maze};
use crate::packing::PackingPlan;
use std::collections::VecDeque;

#[derive(Clone, Copy, Debug)]
struct Way {
    /// Number of pushes; `u32::MAX` without a path.
    pushes: u32,
    /// Direction of the first push; `None` at the end, and without a path.
    next: Option<Direction>,
}

/// Push distances to the squares of packing steps, each computed when first needed.
#[derive(Debug)]
pub(super) struct Ways<'a> {
    maze: &'a Maze<'a>,
    /// For each packing step, the way from each place; computed when needed.
    by_step: Vec<Option<Vec<Way>>>,
}

impl<'a> Ways<'a> {
    pub(super) fn new(maze: &'a Maze<'a>, packing: &PackingPlan) -> Self {
        Self { maze, by_step: vec![None; packing.steps().count()] }
    }

    fn to(&mut self, packing: &PackingPlan, step: usize) -> &[Way] {
        let maze = self.maze;
        self.by_step[step].get_or_insert_with(|| ways_to(maze, packing, step))
    }

    /// Returns the areas of boxes with a path to the square of a step, each with its minimum pushes, nearest first.
    pub(super) fn nearest(
        &mut self,
        packing: &PackingPlan,
        step: usize,
        boxes: &[Square],
        areas: &Areas,
    ) -> Vec<(u32, AreaId)> {
        let distances = &self.maze.distances;
        let ways = self.to(packing, step);
        let least = |square| ways[distances.places(square)].iter().map(|way| way.pushes).min().unwrap_or(u32::MAX);
        let mut all: Vec<(u32, AreaId)> = boxes.iter().map(|&b| (least(b), areas.area_of(b))).collect();
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

    /// Returns the squares of the nearest of these boxes on its way to the square of a step, its own square first; `None`
    /// if no box has a way.
    pub(super) fn path(
        &mut self,
        packing: &PackingPlan,
        step: usize,
        boxes: impl Iterator<Item = Square>,
    ) -> Option<Vec<Square>> {
        let maze = self.maze;
        let ways = self.to(packing, step);
        let placed = boxes.flat_map(|square| maze.distances.places(square).map(move |place| (place, square)));
        let (mut place, mut at) = placed.min_by_key(|&(place, _)| ways[place].pushes)?;
        if ways[place].pushes == u32::MAX {
            return None;
        }
        let mut path = vec![at];
        while let Some((direction, to)) = ways[place].next.and_then(|next| Some((next, maze.board.next(at, next)?))) {
            (place, at) = (maze.place_pushed(to, direction).index(), to);
            path.push(at);
        }
        Some(path)
    }
}

fn ways_to(maze: &Maze<'_>, packing: &PackingPlan, step: usize) -> Vec<Way> {
    let board = maze.board;
    let mut ways = vec![Way { pushes: u32::MAX, next: None }; maze.distances.all_places()];
    let Some(next) = packing.next(step) else { return ways };
    let mut walls = packing.set(step).clone();
    next.from.into_iter().for_each(|from| walls.remove(from));
    let is_free = |square: &Square| !walls.has(*square);
    let last = maze.distances.places(next.to);
    let mut queue: VecDeque<(usize, Square)> = last.map(|place| (place, next.to)).collect();
    queue.iter().for_each(|&(place, _)| ways[place].pushes = 0);
    while let Some((place, at)) = queue.pop_front() {
        let pushes = ways[place].pushes + 1;
        for direction in Direction::ALL.into_iter().filter(|&d| maze.place_pushed(at, d).index() == place) {
            // A box is pushed from `before` to `at`, with the player behind it.
            let Some(before) = board.next(at, direction.opposite()).filter(is_free) else { continue };
            let is_pushed = board.next(before, direction.opposite()).filter(is_free).is_some();
            let from = maze.place_pushed(before, direction).index();
            if is_pushed && ways[from].pushes == u32::MAX {
                ways[from] = Way { pushes, next: Some(direction) };
                queue.push_back((from, before));
            }
        }
    }
    ways
}
