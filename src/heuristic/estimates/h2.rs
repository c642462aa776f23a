//! Twice the number of boxes off target, plus the Manhattan distance of each box to its nearest target.

use super::misplaced::MisplacedBoxes;
use super::nearest::NearestTargets;
use crate::heuristic::{About, BoxDistance, Heuristic, HeuristicInstance, Problem, Unit};
use crate::push::State;
use crate::run::{Meter, Stop};

/// Heuristic: twice the estimate of [`super::Misplaced`], plus that of [`super::Nearest`] by Manhattan distances.
#[derive(Clone, Copy, Debug)]
pub struct H2;

impl Heuristic for H2 {
    fn about(&self) -> &'static About {
        &About {
            word: "h2",
            sentence: "twice the boxes off goal, and the Manhattan distance of each box to its nearest goal",
            source: "h2 of the assignment on Sokoban as state-space search",
            unit: Unit::Pushes,
            is_admissible: false,
            is_consistent: false,
            serves_pulls: true,
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, meter: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        let nearest = NearestTargets(BoxDistance::Manhattan.table(problem, meter)?);
        Ok(Box::new(Instance { misplaced: MisplacedBoxes::new(problem), nearest }))
    }
}

#[derive(Debug)]
struct Instance {
    misplaced: MisplacedBoxes,
    nearest: NearestTargets,
}

impl HeuristicInstance for Instance {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(self.nearest.sum(state).map(|sum| sum + 2 * self.misplaced.count(state)))
    }
}
