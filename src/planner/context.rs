//! The data of one level that every planner uses.

use crate::abstraction::{Counts, Crossings};
use crate::maze::{Areas, Maze};

/// Maze, areas, crossings and the goals of each area.
#[derive(Clone, Debug)]
pub struct PlanningContext<'a> {
    /// The maze.
    pub maze: &'a Maze<'a>,
    /// Its areas.
    pub areas: &'a Areas,
    /// The border crossings that boxes can make.
    pub crossings: Crossings,
    /// The number of goals of each area.
    pub goals: Counts,
}

impl<'a> PlanningContext<'a> {
    /// Computes the crossings and the goals of each area.
    pub fn new(maze: &'a Maze<'a>, areas: &'a Areas) -> Self {
        let goals = Counts::of(areas, maze.board.goals().iter().copied());
        Self { maze, areas, crossings: Crossings::new(maze, areas), goals }
    }
}
