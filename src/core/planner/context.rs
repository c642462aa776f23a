//! What every planner needs to know about a level.

use crate::abstraction::Crossings;
use crate::maze::{Areas, Maze};

/// The maze and the areas of a level, with the crossings that follow from both.
#[derive(Clone, Debug)]
pub struct PlanningContext<'a> {
    /// Board with dead squares and push distances.
    pub maze: &'a Maze<'a>,
    /// Division of the floor into rooms and tunnels.
    pub areas: &'a Areas,
    /// For each border and direction, the pushes by which a lone box can cross it.
    pub crossings: Crossings,
}

impl<'a> PlanningContext<'a> {
    /// Computes the border crossings that boxes can make.
    pub fn new(maze: &'a Maze<'a>, areas: &'a Areas) -> Self {
        Self { maze, areas, crossings: Crossings::new(maze, areas) }
    }
}
