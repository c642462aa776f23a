//! The kinds of abstract plans that `--abstraction` names, and what every planner needs to know about a level.

use crate::abstraction::{Counts, Crossings, LocalArea};
use crate::level::Level;
use crate::maze::{AreaPatterns, Areas, Maze, Merging, RoomsBy};
use std::fmt;

/// What an abstract plan says about the boxes: transfers, or contents of rooms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Abstraction {
    /// A plan gives for each packing step the areas through which its box is pushed; room events carry the steps out.
    Transfers,
    /// A plan changes the number of boxes of each area; a plan is a proposal.
    #[default]
    Counts,
    /// A plan changes the set of local states that each area may hold. A task is solvable if and only if the level is.
    Sets,
}

impl Abstraction {
    /// Returns whether plans of this kind come with the pushes that carry them out.
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Sets)
    }

    /// Returns the areas of a level between which plans of this kind move boxes: for [`Abstraction::Sets`] none has more
    /// than [`LocalArea::MOST_SQUARES`] squares.
    pub fn areas(self, level: &Level, by: RoomsBy, patterns: &AreaPatterns, merging: Option<Merging>) -> Areas {
        let planned = || Areas::planned(&level.board, by, patterns, merging);
        match self {
            Self::Sets => planned().cut_to(&level.board, LocalArea::MOST_SQUARES),
            Self::Transfers | Self::Counts => planned(),
        }
    }
}

impl fmt::Display for Abstraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

crate::run::from_word!(pub Abstraction { Transfers = "transfers", Counts = "counts", Sets = "sets" });

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
