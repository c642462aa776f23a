//! Number of boxes off target: each needs at least one push.

use super::count;
use crate::heuristic::{About, Heuristic, HeuristicInstance, Problem, Unit};
use crate::push::State;
use crate::run::{Meter, Stop};

/// Heuristic: number of boxes off goal.
#[derive(Clone, Copy, Debug)]
pub struct Misplaced;

impl Heuristic for Misplaced {
    fn about(&self) -> &'static About {
        &About {
            word: "h1",
            sentence: "the boxes off goal",
            source: "h1 of the assignment on Sokoban as state-space search",
            unit: Unit::Pushes,
            is_admissible: true,
            is_consistent: true,
            serves_pulls: true,
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, _: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        Ok(Box::new(MisplacedBoxes::new(problem)))
    }
}

/// Counts boxes that are not on targets.
#[derive(Debug)]
pub(super) struct MisplacedBoxes {
    is_target: Vec<bool>,
}

impl MisplacedBoxes {
    pub(super) fn new(problem: &Problem<'_>) -> Self {
        let mut is_target = vec![false; problem.maze.board.len()];
        problem.targets().iter().for_each(|s| is_target[s.index()] = true);
        Self { is_target }
    }

    pub(super) fn count(&self, state: &State) -> u32 {
        count(state.boxes.iter().filter(|b| !self.is_target[b.index()]))
    }
}

impl HeuristicInstance for MisplacedBoxes {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(Some(self.count(state)))
    }
}
