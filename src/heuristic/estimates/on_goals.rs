//! Share of boxes that are off target, from 0 to 99.

use super::count;
use super::misplaced::MisplacedBoxes;
use super::mobility::WHOLE;
use crate::heuristic::{About, Heuristic, HeuristicInstance, Problem, Unit};
use crate::push::State;
use crate::run::{Meter, Stop};

/// Heuristic: share of boxes off goal, from 0 to 99.
#[derive(Clone, Copy, Debug)]
pub struct OnGoals;

impl Heuristic for OnGoals {
    fn about(&self) -> &'static About {
        &About {
            word: "on-goals",
            sentence: "the share of boxes off goal, from 0 to 99",
            source: "the report on the reverse and backwards solver",
            unit: Unit::Rank,
            is_admissible: false,
            is_consistent: false,
            serves_pulls: true,
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, _: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        Ok(Box::new(BoxesOnTargets(MisplacedBoxes::new(problem))))
    }
}

/// Computes the share of boxes that are not on targets.
#[derive(Debug)]
pub(super) struct BoxesOnTargets(pub(super) MisplacedBoxes);

impl BoxesOnTargets {
    /// Returns the share of boxes not on targets, from 0 if all boxes are on targets to [`WHOLE`] if no box is.
    pub(super) fn off_share(&self, state: &State) -> u32 {
        let boxes = count(state.boxes.iter()).max(1);
        WHOLE - (boxes - self.0.count(state).min(boxes)) * WHOLE / boxes
    }
}

impl HeuristicInstance for BoxesOnTargets {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(Some(self.off_share(state)))
    }
}
