//! Estimates by counting: boxes off target, distances to nearest targets, and sums of both.

use super::{Sum, WHOLE, count};
use crate::heuristic::{About, BoxDistance, Heuristic, HeuristicInstance, Problem, Targets, Unit};
use crate::maze::PushDistances;
use crate::push::State;
use crate::run::{Meter, Stop};

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
