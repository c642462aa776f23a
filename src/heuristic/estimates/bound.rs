//! Lower bound of the optimal search: [`Bound`], a matching plus the further pushes of pairs of boxes.
//!
//! [`crate::search::optimal::Optimal`] holds a [`Bound`] itself: it computes the matching of each successor by one
//! augmentation, and the pairs when a node is taken.

use crate::heuristic::{About, Bound, Heuristic, HeuristicInstance, Problem, Unit};
use crate::push::State;
use crate::run::{Meter, Stop};

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
