//! The built-in heuristics. Counts: boxes off target, distances to nearest targets, impossible pushes, and sums of these. Sums of
//! distances over assignments of boxes to targets, the least and a greedy one. Lower bounds: 0 (uniform-cost search), the
//! minimum-cost matching by push distances, and [`Bound`] with the pushes of pairs of boxes besides; [`crate::search::Lean`] and
//! [`crate::search::optimal::Optimal`] compute these bounds themselves, from position to position.

use super::{
    About, Bound, BoxDistance, Heuristic, HeuristicInstance, HeuristicSet, MinCostMatching, Problem, Targets, Unit,
};
use crate::level::{Direction, Square};
use crate::maze::{Maze, Place, PushDistances};
use crate::push::{Region, State};
use crate::run::{Meter, Stop, count32};

/// A built-in heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// 0 for every state.
    Zero,
    /// Number of boxes off goal.
    Misplaced,
    /// Twice [`BuiltIn::Misplaced`], plus [`BuiltIn::Nearest`] by Manhattan distances.
    H2,
    /// Sum of the distances of all boxes to their nearest goals.
    Nearest(BoxDistance),
    /// Sum of distances with each box assigned to a goal of its own, the closest pair first.
    Greedy(BoxDistance),
    /// Cost of the minimum-cost matching of boxes and goals.
    Matching(BoxDistance),
    /// Share, from 0 to 99, of the four pushes (by pulls: pulls) of each box that are not possible.
    ///
    /// ```text
    ///   ######      A box has four sides. The player is left of the box, the right is free: of the four pushes, this one
    ///   #@$  #      can be made, and the one to the left if he can walk round; the pushes up and down cannot.
    ///   #    #
    ///   ######
    /// ```
    Mobility,
    /// Share of boxes off goal, from 0 to 99.
    OnGoals,
    /// Share of immobile sides of boxes plus share of boxes off goal.
    MobilityOnGoals,
    /// Cost of the minimum-cost matching by pushes from the player's side of each box; by pulls, with the best side.
    Best,
    /// The value of [`Bound`] in pushes. Without [`Problem::pairs`] it is only the cost of the matching.
    TwoBoxBound,
}

/// Usual properties of a heuristic that is not admissible.
const USUAL: About = About {
    word: "",
    sentence: "",
    source: "",
    unit: Unit::Pushes,
    is_admissible: false,
    is_consistent: false,
    serves_pulls: true,
};
const ADMISSIBLE: About = About { is_admissible: true, ..USUAL };
const CONSISTENT: About = About { is_consistent: true, ..ADMISSIBLE };
const RANK: About = About { unit: Unit::Rank, ..USUAL };

impl BuiltIn {
    /// All built-in heuristics, in the order of the command line.
    pub const ALL: [Self; 14] = [
        Self::Zero,
        Self::Misplaced,
        Self::H2,
        Self::Nearest(BoxDistance::Manhattan),
        Self::Nearest(BoxDistance::Pushes),
        Self::Greedy(BoxDistance::Manhattan),
        Self::Greedy(BoxDistance::Pushes),
        Self::Matching(BoxDistance::Manhattan),
        Self::Matching(BoxDistance::Pushes),
        Self::Mobility,
        Self::OnGoals,
        Self::MobilityOnGoals,
        Self::Best,
        Self::TwoBoxBound,
    ];
}

impl HeuristicSet {
    /// Returns the set of all built-in heuristics, in the order of the command line.
    pub fn all() -> Self {
        BuiltIn::ALL.into_iter().fold(Self::none(), Self::with)
    }
}

impl Heuristic for BuiltIn {
    fn about(&self) -> &'static About {
        match self {
            Self::Zero => &About { word: "none", sentence: "0 for every state", source: "folklore", ..CONSISTENT },
            Self::Misplaced => &About {
                word: "h1",
                sentence: "the boxes off goal",
                source: "h1 of the assignment on Sokoban as state-space search",
                ..CONSISTENT
            },
            Self::H2 => &About {
                word: "h2",
                sentence: "twice the boxes off goal, and the Manhattan distance of each box to its nearest goal",
                source: "h2 of the assignment on Sokoban as state-space search",
                ..USUAL
            },
            Self::Nearest(BoxDistance::Manhattan) => &About {
                word: "nearest-manhattan",
                sentence: "the Manhattan distance of each box to its nearest goal",
                source: "the SokoBOT report",
                ..CONSISTENT
            },
            // The player is on the best side, where a push may not leave him: the estimate can fall by more than one.
            Self::Nearest(BoxDistance::Pushes) => &About {
                word: "nearest-pushes",
                sentence: "the pushes that each box needs alone to its nearest goal",
                source: "folklore",
                ..ADMISSIBLE
            },
            Self::Greedy(BoxDistance::Manhattan) => &About {
                word: "greedy-manhattan",
                sentence: "the Manhattan distances of a greedy assignment of boxes to goals",
                source: "folklore",
                ..USUAL
            },
            Self::Greedy(BoxDistance::Pushes) => &About {
                word: "greedy-pushes",
                sentence: "the pushes of lone boxes along a greedy assignment of boxes to goals",
                source: "folklore",
                ..USUAL
            },
            Self::Matching(BoxDistance::Manhattan) => &About {
                word: "matching-manhattan",
                sentence: "the minimum-cost matching of boxes and goals by Manhattan distances",
                source: "the SokoBOT report; Kuhn 1955",
                ..CONSISTENT
            },
            // Not consistent for the reason of `nearest-pushes`.
            Self::Matching(BoxDistance::Pushes) => &About {
                word: "matching-pushes",
                sentence: "the minimum-cost matching of boxes to goals; a pair costs the pushes of the box alone on the board",
                source: "Junghanns and Schaeffer 2001; Kuhn 1955",
                ..ADMISSIBLE
            },
            Self::Mobility => &About {
                word: "mobility",
                sentence: "the share of impossible pushes among the four pushes of every box, from 0 to 99",
                source: "the report on the reverse and backwards solver",
                ..RANK
            },
            Self::OnGoals => &About {
                word: "on-goals",
                sentence: "the share of boxes off goal, from 0 to 99",
                source: "the report on the reverse and backwards solver",
                ..RANK
            },
            Self::MobilityOnGoals => &About {
                word: "mobility-on-goals",
                sentence: "the sum of mobility and on-goals, from 0 to 198",
                source: "the report on the reverse and backwards solver",
                ..RANK
            },
            Self::Best => &About {
                word: "best",
                sentence: "the minimum-cost matching of boxes and goals by pushes from the player's side of each box",
                source: "Junghanns and Schaeffer 2001; Kuhn 1955",
                ..CONSISTENT
            },
            // Consistency is not proved: pairs are chosen greedily, by the costs of one of several matchings.
            Self::TwoBoxBound => &About {
                word: "bound",
                sentence: "the minimum-cost matching of boxes and goals, and the detours of pairs of boxes",
                source: "linear conflicts (Junghanns and Schaeffer 2001), for all pairs of boxes",
                serves_pulls: false,
                ..ADMISSIBLE
            },
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, meter: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        let maze = problem.maze;
        Ok(match *self {
            Self::Zero => Box::new(Zero),
            Self::Misplaced => Box::new(MisplacedBoxes::new(problem)),
            Self::H2 => {
                let nearest = Self::Nearest(BoxDistance::Manhattan).instance(problem, meter)?;
                Box::new(Sum([(1, nearest), (2, Self::Misplaced.instance(problem, meter)?)]))
            }
            Self::Nearest(distance) => Box::new(NearestTargets(distance.table(problem, meter)?)),
            Self::Greedy(distance) => Box::new(GreedyAssignment(distance.table(problem, meter)?)),
            Self::Matching(distance) => Box::new(TargetMatching::new(distance, problem, meter)?),
            Self::Mobility => {
                let region = Region::new(maze.board.len());
                Box::new(BoxMobility { maze, by_pulls: problem.by_pulls, region })
            }
            Self::OnGoals => Box::new(BoxesOnTargets(MisplacedBoxes::new(problem))),
            Self::MobilityOnGoals => {
                let mobility = Self::Mobility.instance(problem, meter)?;
                Box::new(Sum([(1, mobility), (1, Self::OnGoals.instance(problem, meter)?)]))
            }
            Self::Best if problem.by_pulls => Box::new(TargetMatching::new(BoxDistance::Pushes, problem, meter)?),
            Self::Best => Box::new(PlaceMatching { maze, matching: MinCostMatching::default() }),
            Self::TwoBoxBound => Box::new(Bound::new(maze, problem.pairs, meter)?),
        })
    }
}

#[derive(Debug)]
struct Zero;

impl HeuristicInstance for Zero {
    fn estimate(&mut self, _: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(Some(0))
    }
}

#[derive(Debug)]
struct MisplacedBoxes {
    is_target: Vec<bool>,
}

impl MisplacedBoxes {
    fn new(problem: &Problem<'_>) -> Self {
        let mut is_target = vec![false; problem.maze.board.len()];
        problem.targets().iter().for_each(|s| is_target[s.index()] = true);
        Self { is_target }
    }

    fn count(&self, state: &State) -> u32 {
        count(state.boxes.iter().filter(|b| !self.is_target[b.index()]))
    }
}

impl HeuristicInstance for MisplacedBoxes {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(Some(self.count(state)))
    }
}

#[derive(Debug)]
struct NearestTargets(Targets);

fn nearest(row: &[u16]) -> Option<u32> {
    row.iter().copied().min().filter(|&distance| distance != PushDistances::NEVER).map(u32::from)
}

impl HeuristicInstance for NearestTargets {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(state.boxes.iter().map(|b| nearest(self.0.row(b))).sum())
    }
}

#[derive(Debug)]
struct GreedyAssignment(Targets);

impl HeuristicInstance for GreedyAssignment {
    /// Adds the nearest target for a box without one: greed proves no loss. Takes time n² log n for n boxes.
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

/// Matches boxes and targets at minimum cost; cubic in the number of boxes.
#[derive(Debug)]
struct TargetMatching {
    targets: Targets,
    matching: MinCostMatching,
}

impl TargetMatching {
    fn new(distance: BoxDistance, problem: &Problem<'_>, meter: &mut Meter) -> Result<Self, Stop> {
        Ok(Self { targets: distance.table(problem, meter)?, matching: MinCostMatching::default() })
    }
}

impl HeuristicInstance for TargetMatching {
    fn estimate(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop> {
        let places: Vec<Place> = state.boxes.iter().map(Targets::place).collect();
        self.matching.solve(&self.targets, places, meter)
    }
}

#[derive(Debug)]
struct BoxesOnTargets(MisplacedBoxes);

impl HeuristicInstance for BoxesOnTargets {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        let boxes = count(state.boxes.iter()).max(1);
        Ok(Some(WHOLE - (boxes - self.0.count(state).min(boxes)) * WHOLE / boxes))
    }
}

#[derive(Debug)]
struct BoxMobility<'a> {
    maze: &'a Maze<'a>,
    by_pulls: bool,
    region: Region,
}

impl HeuristicInstance for BoxMobility<'_> {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        let board = self.maze.board;
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let free = |from, direction| board.next(from, direction).filter(|&s| !state.boxes.has(s));
        let can = |b: Square, direction: Direction| {
            let Some(beside) = free(b, direction).filter(|&s| self.region.has(s)) else { return false };
            if self.by_pulls { free(beside, direction).is_some() } else { free(b, direction.opposite()).is_some() }
        };
        let directions = |b| Direction::ALL.into_iter().filter(move |&direction| can(b, direction));
        let mobile = count(state.boxes.iter().flat_map(directions));
        Ok(Some(WHOLE - mobile * WHOLE / (4 * count(state.boxes.iter())).max(1)))
    }
}

/// Matches boxes, from the player's side of each, and goals.
#[derive(Debug)]
struct PlaceMatching<'a> {
    maze: &'a Maze<'a>,
    matching: MinCostMatching,
}

impl HeuristicInstance for PlaceMatching<'_> {
    fn estimate(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop> {
        let places = state.boxes.iter().map(|b| self.maze.place(b, state.player));
        self.matching.solve(&self.maze.distances, places, meter)
    }
}

impl HeuristicInstance for Bound<'_> {
    fn estimate(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop> {
        self.of(&state.boxes, state.player, meter)
    }
}

/// Greatest share, which means all: the value in the report of the reverse solver.
const WHOLE: u32 = 99;

/// Sum of estimates, each multiplied by a number.
#[derive(Debug)]
struct Sum<'a>([(u32, Box<dyn HeuristicInstance + 'a>); 2]);

impl HeuristicInstance for Sum<'_> {
    fn estimate(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop> {
        let times = |(times, of): &mut (u32, Box<dyn HeuristicInstance + '_>)| {
            Ok(of.estimate(state, meter)?.map(|estimate| *times * estimate))
        };
        self.0.iter_mut().map(times).sum()
    }
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    count32(items.count())
}
