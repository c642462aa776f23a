//! Steps and pushes over borders, with their names in PDDL.
//!
//! In comes a ground; out come the crossings that some plan may need. What they do to areas is up to the local tables.

use super::names;
use crate::abstraction::{Borders, Way};
use crate::level::{Board, Direction, Square};
use crate::maze::Areas;
use crate::planner::Ground;

/// A step or a push whose squares lie in more than one area.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// What it is.
    pub(super) way: Way,
    /// `walk-3-4-right`, `push-3-4-right`.
    pub(super) name: String,
    /// Its type: which of its squares lie in which area.
    pub(super) kind: &'static str,
}

impl Crossing {
    /// All of a board, steps first. Pushes to dead places are no crossings.
    pub(super) fn all(ground: &Ground<'_>, areas: &Areas) -> Vec<Self> {
        let (board, borders) = (ground.maze.board, Borders::new(ground.maze.board, areas));
        let area = |s| areas.area_of(s);
        let steps = areas.areas().iter().flat_map(|area| borders.walks(area.id)).map(|&walk| Self {
            way: Way::Walk(walk),
            name: name(board, "walk", walk.from, walk.to),
            kind: "step",
        });
        let pushes = borders.all_pushes().filter_map(|push| {
            let way = direction(board, push.from, push.to)?;
            let lives = !ground.maze.distances.is_dead_place(ground.maze.place_pushed(push.to, way));
            let kind = match (area(push.player), area(push.from), area(push.to)) {
                (from, next, _) if from == next => "outward",
                (from, next, to) if to == next || to == from => "inward",
                _ => "through",
            };
            let name = name(board, "push", push.player, push.from);
            lives.then_some(Self { way: Way::Push(push), name, kind })
        });
        let mut all: Vec<Self> = steps.chain(pushes).collect();
        all.sort_by_key(|crossing| (crossing.kind != "step", crossing.square()));
        all
    }

    /// Where the player stands before.
    fn square(&self) -> Option<Square> {
        match self.way {
            Way::Walk(walk) => Some(walk.from),
            Way::Push(push) => Some(push.player),
            Way::Slide(_) => None,
        }
    }
}

fn name(board: &Board, kind: &str, stand: Square, next: Square) -> String {
    let way = direction(board, stand, next).map_or("", names::way);
    format!("{kind}-{}-{way}", names::place(board, stand))
}

fn direction(board: &Board, from: Square, to: Square) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&way| board.next(from, way) == Some(to))
}
