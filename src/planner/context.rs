//! What every planner needs to know about a level: maze, areas, crossings, and goals per area.

use crate::abstraction::{Counts, Crossings};
use crate::maze::{Areas, Maze};

/// The maze and the areas of a level, with the crossings and goal counts that follow from both.
#[derive(Clone, Debug)]
pub struct PlanningContext<'a> {
    /// Board with dead squares and push distances.
    pub maze: &'a Maze<'a>,
    /// Division of the floor into rooms and tunnels.
    pub areas: &'a Areas,
    /// For each border and direction, the pushes by which a lone box can cross it.
    pub crossings: Crossings,
    /// Number of goals in each area.
    pub goals: Counts,
}

impl<'a> PlanningContext<'a> {
    /// Computes the border crossings that boxes can make, and the number of goals of each area.
    pub fn new(maze: &'a Maze<'a>, areas: &'a Areas) -> Self {
        let goals = Counts::of(areas, maze.board.goals().iter().copied());
        Self { maze, areas, crossings: Crossings::new(maze, areas), goals }
    }
}
