//! Sums of distances over assignments of boxes to targets: the least, and a greedy one (the closest of the remaining
//! pairs).

use super::counts::nearest;
use crate::heuristic::{About, BoxDistance, Heuristic, HeuristicInstance, MinCostMatching, Problem, Targets, Unit};
use crate::maze::{Place, PushDistances};
use crate::push::State;
use crate::run::{Meter, Stop};

/// Heuristic: sum of distances with each box assigned to a goal of its own, the closest pair first.
#[derive(Clone, Copy, Debug)]
pub struct GreedyAssignment(pub BoxDistance);

impl Heuristic for GreedyAssignment {
    fn about(&self) -> &'static About {
        match self.0 {
            BoxDistance::Manhattan => &About {
                word: "greedy-manhattan",
                sentence: "the Manhattan distances of a greedy assignment of boxes to goals",
                source: "folklore",
                unit: Unit::Pushes,
                is_admissible: false,
                is_consistent: false,
                serves_pulls: true,
            },
            BoxDistance::Pushes => &About {
                word: "greedy-pushes",
                sentence: "the pushes of lone boxes along a greedy assignment of boxes to goals",
                source: "folklore",
                unit: Unit::Pushes,
                is_admissible: false,
                is_consistent: false,
                serves_pulls: true,
            },
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, meter: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        Ok(Box::new(Instance(self.0.table(problem, meter)?)))
    }
}

#[derive(Debug)]
struct Instance(Targets);

impl HeuristicInstance for Instance {
    /// Returns the sum; a box without an assigned target adds the distance to its nearest target, since a greedy assignment proves
    /// no loss. Takes time n² log n for n boxes.
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        let rows: Vec<&[u16]> = state.boxes.iter().map(|b| self.0.row(b)).collect();
        let pairs = rows.iter().enumerate().flat_map(|(b, row)| row.iter().enumerate().map(move |(t, &d)| (d, b, t)));
        let mut pairs: Vec<(u16, usize, usize)> = pairs.filter(|pair| pair.0 != PushDistances::NEVER).collect();
        pairs.sort_unstable();
        let (mut cost, mut taken) = (vec![None; rows.len()], vec![false; rows.len()]);
        for (distance, b, target) in pairs {
            if cost[b].is_none() && !taken[target] {
                (cost[b], taken[target]) = (Some(u32::from(distance)), true);
            }
        }
        Ok(cost.into_iter().zip(rows).map(|(cost, row)| cost.or_else(|| nearest(row))).sum())
    }
}

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
