//! Walks and pushes over borders of areas, with their names in PDDL. Effects on areas are left to the local tables.

use super::names;
use crate::abstraction::{Borders, OperatorKind};
use crate::level::{Board, Direction, Square};
use crate::maze::Areas;
use crate::planner::PlanningContext;

/// A walk or push whose squares lie in more than one area.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// Walk or push in terms of the abstraction.
    pub(super) operator: OperatorKind,
    /// Name in PDDL, e.g. `walk-3-4-right` or `push-3-4-right`.
    pub(super) name: String,
    /// Type in PDDL, by which squares lie in which area: `step`, `outward`, `inward` or `through`.
    pub(super) kind: &'static str,
}

impl Crossing {
    /// Returns all crossings of a board, walks first, without pushes that make a lone box dead.
    pub(super) fn all(context: &PlanningContext<'_>, areas: &Areas) -> Vec<Self> {
        let (board, borders) = (context.maze.board, Borders::new(context.maze.board, areas));
        let area = |s| areas.area_of(s);
        let steps = areas.areas().iter().flat_map(|area| borders.walks(area.id)).map(|&walk| Self {
            operator: OperatorKind::Walk(walk),
            name: name(board, "walk", walk.from, walk.to),
            kind: "step",
        });
        let pushes = borders.all_pushes().filter_map(|push| {
            let direction = direction(board, push.from, push.to)?;
            let lives = !context.maze.distances.is_dead_place(context.maze.place_pushed(push.to, direction));
            let kind = match (area(push.player), area(push.from), area(push.to)) {
                (from, next, _) if from == next => "outward",
                (from, next, to) if to == next || to == from => "inward",
                _ => "through",
            };
            let name = name(board, "push", push.player, push.from);
            lives.then_some(Self { operator: OperatorKind::Push(push), name, kind })
        });
        let mut all: Vec<Self> = steps.chain(pushes).collect();
        all.sort_by_key(|crossing| (crossing.kind != "step", crossing.square()));
        all
    }

    /// Returns the square of the player before the walk or push; `None` for silent steps.
    fn square(&self) -> Option<Square> {
        match self.operator {
            OperatorKind::Walk(walk) => Some(walk.from),
            OperatorKind::Push(push) => Some(push.player),
        }
    }
}

fn name(board: &Board, kind: &str, stand: Square, next: Square) -> String {
    let direction = direction(board, stand, next).map_or("", names::direction);
    format!("{kind}-{}-{direction}", names::place(board, stand))
}

fn direction(board: &Board, from: Square, to: Square) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| board.next(from, direction) == Some(to))
}
