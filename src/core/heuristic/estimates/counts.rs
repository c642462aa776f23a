//! Estimates by counting: boxes off target, distances to nearest targets, and sums of both.

use super::count;
use super::mobility::WHOLE;
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
pub(super) struct MisplacedBoxes {
    is_target: Vec<bool>,
}

impl MisplacedBoxes {
    pub(super) fn new(problem: &Problem<'_>) -> Self {
        let mut is_target = vec![false; problem.maze.board.len()];
        problem.targets().iter().for_each(|s| is_target[s.index()] = true);
        Self { is_target }
    }

    pub(super) fn count(&self, state: &State) -> u32 {
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
pub(super) struct NearestTargets(pub(super) Targets);

impl NearestTargets {
    /// Returns the sum of the distances of all boxes; `None` if a box can reach no target. Linear in boxes times
    /// targets.
    pub(super) fn sum(&self, state: &State) -> Option<u32> {
        state.boxes.iter().map(|b| nearest(self.0.row(b))).sum()
    }
}

pub(super) fn nearest(row: &[u16]) -> Option<u32> {
    row.iter().copied().min().filter(|&distance| distance != PushDistances::NEVER).map(u32::from)
}

impl HeuristicInstance for NearestTargets {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(self.sum(state))
    }
}

/// Heuristic: twice the estimate of [`super::Misplaced`], plus that of [`super::Nearest`] by Manhattan distances.
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
        let nearest = NearestTargets(BoxDistance::Manhattan.table(problem, meter)?);
        Ok(Box::new(Instance { misplaced: MisplacedBoxes::new(problem), nearest }))
    }
}

#[derive(Debug)]
struct Instance {
    misplaced: MisplacedBoxes,
    nearest: NearestTargets,
}

impl HeuristicInstance for Instance {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(self.nearest.sum(state).map(|sum| sum + 2 * self.misplaced.count(state)))
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
