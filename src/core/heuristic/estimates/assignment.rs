//! Sums of distances over assignments of boxes to targets, the least and a greedy one; and lower bounds: 0
//! (uniform-cost search), the minimum-cost matching by push distances, and [`Bound`] with the pushes of pairs of boxes
//! besides. [`crate::search::Lean`] and [`crate::search::optimal::Optimal`] compute the bounds themselves, from
//! position to position.

use super::counts::nearest;
use crate::heuristic::{
    About, Bound, BoxDistance, Heuristic, HeuristicInstance, MinCostMatching, Problem, Targets, Unit,
};
use crate::maze::{Maze, Place, PushDistances};
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
        Ok(Box::new(BestInstance { maze: problem.maze, matching: MinCostMatching::default() }))
    }
}

#[derive(Debug)]
struct BestInstance<'a> {
    maze: &'a Maze<'a>,
    matching: MinCostMatching,
}

impl HeuristicInstance for BestInstance<'_> {
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
