//! Sum of the distances of all boxes to their nearest targets, where boxes may share a target.

use crate::heuristic::{About, BoxDistance, Heuristic, HeuristicInstance, Problem, Targets, Unit};
use crate::maze::PushDistances;
use crate::push::State;
use crate::run::{Meter, Stop};

/// Heuristic: sum of the distances of all boxes to their nearest goals, by a measure of distance.
#[derive(Clone, Copy, Debug)]
pub struct Nearest(pub BoxDistance);

impl Heuristic for Nearest {
    fn about(&self) -> &'static About {
        match self.0 {
            BoxDistance::Manhattan => &About {
                word: "nearest-manhattan",
                sentence: "the Manhattan distance of each box to its nearest goal",
                source: "the SokoBOT report",
                unit: Unit::Pushes,
                is_admissible: true,
                is_consistent: true,
                serves_pulls: true,
            },
            // The distance assumes the player on the best side of the box, where a push may not leave the player: the
            // estimate can fall by more than one.
            BoxDistance::Pushes => &About {
                word: "nearest-pushes",
                sentence: "the pushes that each box needs alone to its nearest goal",
                source: "folklore",
                unit: Unit::Pushes,
                is_admissible: true,
                is_consistent: false,
                serves_pulls: true,
            },
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, meter: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        Ok(Box::new(NearestTargets(self.0.table(problem, meter)?)))
    }
}

/// Adds up the distances of boxes to their nearest targets.
#[derive(Debug)]
pub(super) struct NearestTargets(pub(super) Targets);

impl NearestTargets {
    /// Returns the sum of the distances of all boxes; `None` if a box can reach no target. Linear in boxes times
    /// targets.
    pub(super) fn sum(&self, state: &State) -> Option<u32> {
        state.boxes.iter().map(|b| nearest(self.0.row(b))).sum()
    }
}

/// Returns the least distance of a row of distances; `None` if no target can be reached.
pub(super) fn nearest(row: &[u16]) -> Option<u32> {
    row.iter().copied().min().filter(|&distance| distance != PushDistances::NEVER).map(u32::from)
}

impl HeuristicInstance for NearestTargets {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(self.sum(state))
    }
}
