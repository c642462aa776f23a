//! All that stays the same while one level is planned.

use crate::abstraction::{Counts, Crossings};
use crate::maze::{Areas, Maze};

/// Maze, areas, crossings and the goals of each area.
#[derive(Clone, Debug)]
pub struct PlanningContext<'a> {
    /// The maze.
    pub maze: &'a Maze<'a>,
    /// Its areas.
    pub areas: &'a Areas,
    /// Where boxes can cross borders.
    pub crossings: Crossings,
    /// How many goals each area has.
    pub goals: Counts,
}

impl<'a> PlanningContext<'a> {
    /// Computes the crossings and the goals of each area, once a level.
    pub fn new(maze: &'a Maze<'a>, areas: &'a Areas) -> Self {
        let goals = Counts::of(areas, maze.board.goals().iter().copied());
        Self { maze, areas, crossings: Crossings::new(maze, areas), goals }
    }
}
