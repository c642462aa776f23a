//! What every planner needs to know about a level.

use crate::abstraction::Borders;
use crate::maze::{AreaId, Areas, Maze};
use std::collections::BTreeSet;

/// The maze and the areas of a level.
#[derive(Clone, Copy, Debug)]
pub struct PlanningContext<'a> {
    /// Board with dead squares and push distances.
    pub maze: &'a Maze<'a>,
    /// Division of the floor into rooms and tunnels.
    pub areas: &'a Areas,
}

impl<'a> PlanningContext<'a> {
    /// Creates the context of plans on these areas.
    pub const fn new(maze: &'a Maze<'a>, areas: &'a Areas) -> Self {
        Self { maze, areas }
    }

    /// Returns the borders (from, to) over which a lone box can be pushed without being lost.
    pub fn crossed(&self) -> BTreeSet<(AreaId, AreaId)> {
        let Self { maze, areas } = *self;
        let borders = Borders::new(maze.board, areas);
        let is_alive = |from, to| {
            let direction = maze.board.direction(from, to);
            direction.is_some_and(|direction| !maze.distances.is_dead_place(maze.place_pushed(to, direction)))
        };
        let alive = borders.all_pushes().filter(|push| is_alive(push.from, push.to));
        alive.map(|push| (areas.area_of(push.from), areas.area_of(push.to))).filter(|(from, to)| from != to).collect()
    }
}
