//! Estimates by counting: boxes off target, distances to nearest targets, impossible pushes, and sums of these.

use crate::heuristic::{About, BoxDistance, Heuristic, HeuristicInstance, Problem, Targets, Unit};
use crate::level::{Direction, Square};
use crate::maze::{Maze, PushDistances};
use crate::push::{Region, State};
use crate::run::{Meter, Stop, count32};

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

#[derive(Debug)]
struct NearestTargets(Targets);

pub(super) fn nearest(row: &[u16]) -> Option<u32> {
    row.iter().copied().min().filter(|&distance| distance != PushDistances::NEVER).map(u32::from)
}

impl HeuristicInstance for NearestTargets {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(state.boxes.iter().map(|b| nearest(self.0.row(b))).sum())
    }
}

/// Heuristic: twice [`super::Misplaced`], plus [`super::Nearest`] by Manhattan distances.
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
        let nearest = Nearest(BoxDistance::Manhattan).instance(problem, meter)?;
        Ok(Box::new(Sum([(1, nearest), (2, Misplaced.instance(problem, meter)?)])))
    }
}

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

#[derive(Debug)]
struct BoxesOnTargets(MisplacedBoxes);

impl HeuristicInstance for BoxesOnTargets {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        let boxes = count(state.boxes.iter()).max(1);
        Ok(Some(WHOLE - (boxes - self.0.count(state).min(boxes)) * WHOLE / boxes))
    }
}

/// Heuristic: share, from 0 to 99, of the four pushes (by pulls: pulls) of each box that are not possible.
///
/// ```text
///   ######      A box has four sides. The player is left of the box, the right is free: of the four pushes, this one
///   #@$  #      can be made, and the one to the left if he can walk round; the pushes up and down cannot.
///   #    #
///   ######
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mobility;

impl Heuristic for Mobility {
    fn about(&self) -> &'static About {
        &About {
            word: "mobility",
            sentence: "the share of impossible pushes among the four pushes of every box, from 0 to 99",
            source: "the report on the reverse and backwards solver",
            unit: Unit::Rank,
            is_admissible: false,
            is_consistent: false,
            serves_pulls: true,
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, _: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        let region = Region::new(problem.maze.board.len());
        Ok(Box::new(BoxMobility { maze: problem.maze, by_pulls: problem.by_pulls, region }))
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

/// Heuristic: share of immobile sides of boxes plus share of boxes off goal.
#[derive(Clone, Copy, Debug)]
pub struct MobilityOnGoals;

impl Heuristic for MobilityOnGoals {
    fn about(&self) -> &'static About {
        &About {
            word: "mobility-on-goals",
            sentence: "the sum of mobility and on-goals, from 0 to 198",
            source: "the report on the reverse and backwards solver",
            unit: Unit::Rank,
            is_admissible: false,
            is_consistent: false,
            serves_pulls: true,
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, meter: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        Ok(Box::new(Sum([(1, Mobility.instance(problem, meter)?), (1, OnGoals.instance(problem, meter)?)])))
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
