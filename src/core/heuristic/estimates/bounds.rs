//! Lower bounds: 0 (uniform-cost search), the minimum-cost matching by push distances, and [`Bound`] with the pushes
//! of pairs of boxes besides. [`crate::search::Lean`] and [`crate::search::optimal::Optimal`] compute these
//! themselves, from position to position.

use super::assignment::TargetMatching;
use crate::heuristic::{About, Bound, BoxDistance, Heuristic, HeuristicInstance, MinCostMatching, Problem, Unit};
use crate::maze::Maze;
use crate::push::State;
use crate::run::{Meter, Stop};

/// Heuristic: 0 for every state.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl Zero {
    /// Word of the heuristic on the command line.
    pub const WORD: &'static str = "none";
}

impl Heuristic for Zero {
    fn about(&self) -> &'static About {
        &About {
            word: Self::WORD,
            sentence: "0 for every state",
            source: "folklore",
            unit: Unit::Pushes,
            is_admissible: true,
            is_consistent: true,
            serves_pulls: true,
        }
    }

    fn instance<'a>(&self, _: &Problem<'a>, _: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        Ok(Box::new(*self))
    }
}

impl HeuristicInstance for Zero {
    fn estimate(&mut self, _: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(Some(0))
    }
}

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

/// Heuristic: the value of [`Bound`] in pushes. Without [`Problem::pairs`] it is only the cost of the matching.
#[derive(Clone, Copy, Debug)]
pub struct TwoBoxBound;

impl TwoBoxBound {
    /// Word of the heuristic on the command line.
    pub const WORD: &'static str = "bound";
}

impl Heuristic for TwoBoxBound {
    fn about(&self) -> &'static About {
        // Consistency is not proved: the pairs are chosen greedily, by the reduced costs of one of several minimal
        // matchings.
        &About {
            word: Self::WORD,
            sentence: "the minimum-cost matching of boxes and goals, and the detours of pairs of boxes",
            source: "linear conflicts (Junghanns and Schaeffer 2001), for all pairs of boxes",
            unit: Unit::Pushes,
            is_admissible: true,
            is_consistent: false,
            serves_pulls: false,
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, meter: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        Ok(Box::new(Bound::new(problem.maze, problem.pairs, meter)?))
    }
}

impl HeuristicInstance for Bound<'_> {
    fn estimate(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop> {
        self.of(&state.boxes, state.player, meter)
    }
}
