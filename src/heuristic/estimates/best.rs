//! Minimum-cost matching by push distances that depend on the player's side of each box.
//!
//! [`crate::search::Lean`] orders positions by equal estimates, which it computes itself: it keeps the matching of a
//! position and computes the matching of each successor by one augmentation ([`MinCostMatching::moved`]).

use super::matching::TargetMatching;
use crate::heuristic::{About, BoxDistance, Heuristic, HeuristicInstance, MinCostMatching, Problem, Unit};
use crate::maze::Maze;
use crate::push::State;
use crate::run::{Meter, Stop};

/// Heuristic: cost of the minimum-cost matching of boxes and goals by push distances that depend on the player's side
/// of each box; by pulls, with the player on the best side.
#[derive(Clone, Copy, Debug)]
pub struct Best;

impl Heuristic for Best {
    fn about(&self) -> &'static About {
        &About {
            word: "best",
            sentence: "the minimum-cost matching of boxes and goals by pushes from the player's side of each box",
            source: "Junghanns and Schaeffer 2001; Kuhn 1955",
            unit: Unit::Pushes,
            is_admissible: true,
            is_consistent: true,
            serves_pulls: true,
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, meter: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        if problem.by_pulls {
            return Ok(Box::new(TargetMatching::new(BoxDistance::Pushes, problem, meter)?));
        }
        Ok(Box::new(Instance { maze: problem.maze, matching: MinCostMatching::default() }))
    }
}

#[derive(Debug)]
struct Instance<'a> {
    maze: &'a Maze<'a>,
    matching: MinCostMatching,
}

impl HeuristicInstance for Instance<'_> {
    fn estimate(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop> {
        let places = state.boxes.iter().map(|b| self.maze.place(b, state.player));
        self.matching.solve(&self.maze.distances, places, meter)
    }
}
