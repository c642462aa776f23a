//! Least sum of distances over all ways to assign a target of its own to each box.

use crate::heuristic::{About, BoxDistance, Heuristic, HeuristicInstance, MinCostMatching, Problem, Targets, Unit};
use crate::maze::Place;
use crate::push::State;
use crate::run::{Meter, Stop};

/// Heuristic: cost of the minimum-cost matching of boxes and goals, by a measure of distance.
#[derive(Clone, Copy, Debug)]
pub struct Matching(pub BoxDistance);

impl Heuristic for Matching {
    fn about(&self) -> &'static About {
        match self.0 {
            BoxDistance::Manhattan => &About {
                word: "matching-manhattan",
                sentence: "the minimum-cost matching of boxes and goals by Manhattan distances",
                source: "the SokoBOT report; Kuhn 1955",
                unit: Unit::Pushes,
                is_admissible: true,
                is_consistent: true,
                serves_pulls: true,
            },
            // Not consistent for the reason of `nearest-pushes`.
            BoxDistance::Pushes => &About {
                word: "matching-pushes",
                sentence: "the minimum-cost matching of boxes to goals; a pair costs the pushes of the box alone on the board",
                source: "Junghanns and Schaeffer 2001; Kuhn 1955",
                unit: Unit::Pushes,
                is_admissible: true,
                is_consistent: false,
                serves_pulls: true,
            },
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, meter: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        Ok(Box::new(TargetMatching::new(self.0, problem, meter)?))
    }
}

/// Matches boxes and targets at minimum cost; cubic in the number of boxes.
#[derive(Debug)]
pub(super) struct TargetMatching {
    targets: Targets,
    matching: MinCostMatching,
}

impl TargetMatching {
    pub(super) fn new(distance: BoxDistance, problem: &Problem<'_>, meter: &mut Meter) -> Result<Self, Stop> {
        Ok(Self { targets: distance.table(problem, meter)?, matching: MinCostMatching::default() })
    }
}

impl HeuristicInstance for TargetMatching {
    fn estimate(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop> {
        let places: Vec<Place> = state.boxes.iter().map(Targets::place).collect();
        self.matching.solve(&self.targets, places, meter)
    }
}
