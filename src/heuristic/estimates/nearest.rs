//! The sum of the distances of all boxes to their nearest targets, where boxes may share a target.

use crate::heuristic::{About, BoxDistance, Heuristic, HeuristicInstance, Problem, Targets, Unit};
use crate::maze::PushDistances;
use crate::push::State;
use crate::run::{Meter, Stop};

/// Each box to its nearest goal.
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
            // A push may turn the player out of the side that the distance after it is measured from: it can fall by
            // more than one.
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

/// Adds up distances to nearest targets.
#[derive(Debug)]
pub(super) struct NearestTargets(pub(super) Targets);

impl NearestTargets {
    /// `None` where a box can come to no target. Linear in boxes times targets.
    pub(super) fn sum(&self, state: &State) -> Option<u32> {
        state.boxes.iter().map(|b| nearest(self.0.row(b))).sum()
    }
}

/// The least distance of a row; `None` where there is no path to any target.
pub(super) fn nearest(row: &[u16]) -> Option<u32> {
    row.iter().copied().min().filter(|&distance| distance != PushDistances::NEVER).map(u32::from)
}

impl HeuristicInstance for NearestTargets {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(self.sum(state))
    }
}
