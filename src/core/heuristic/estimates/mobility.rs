//! Share of the sides of boxes from which the player cannot push, from 0 to 99.
//!
//! ```text
//!   ######      A box has four sides. The player stands left of the box, the right is free: of the four pushes this one
//!   #@$  #      and that to the left can be made, where the player can walk round; those up and down cannot.
//!   #    #
//!   ######
//! ```
//!
//! Sum of the estimates of [`super::Mobility`] and [`super::OnGoals`].

use super::count;
use super::counts::{BoxesOnTargets, MisplacedBoxes};
use crate::heuristic::{About, Heuristic, HeuristicInstance, Problem, Unit};
use crate::level::{Direction, Square};
use crate::maze::Maze;
use crate::push::{Region, State};
use crate::run::{Meter, Stop};

/// Greatest share, which means all, as in the report of the reverse solver.
pub(super) const WHOLE: u32 = 99;

/// Heuristic: share, from 0 to 99, of the four pushes (by pulls: pulls) of each box that are not possible.
#[derive(Clone, Copy, Debug)]
pub struct Mobility;

impl Heuristic for Mobility {
    fn about(&self) -> &'static About {
        &About {
            word: "mobility",
            sentence: "the share of the sides of boxes from which the player cannot push, from 0 to 99",
            source: "the report on the reverse and backwards solver",
            unit: Unit::Rank,
            is_admissible: false,
            is_consistent: false,
            serves_pulls: true,
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, _: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        Ok(Box::new(BoxMobility::new(problem)))
    }
}

#[derive(Debug)]
pub(super) struct BoxMobility<'a> {
    maze: &'a Maze<'a>,
    by_pulls: bool,
    region: Region,
}

impl<'a> BoxMobility<'a> {
    pub(super) fn new(problem: &Problem<'a>) -> Self {
        Self { maze: problem.maze, by_pulls: problem.by_pulls, region: Region::new(problem.maze.board.len()) }
    }

    /// Returns the share of impossible pushes or pulls, from 0 if all are possible to [`WHOLE`] if none is.
    pub(super) fn immobile_share(&mut self, state: &State) -> u32 {
        let board = self.maze.board;
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let free = |from, direction| board.next(from, direction).filter(|&s| !state.boxes.has(s));
        let can = |b: Square, direction: Direction| {
            let Some(beside) = free(b, direction).filter(|&s| self.region.has(s)) else { return false };
            if self.by_pulls { free(beside, direction).is_some() } else { free(b, direction.opposite()).is_some() }
        };
        let directions = |b| Direction::ALL.into_iter().filter(move |&direction| can(b, direction));
        let mobile = count(state.boxes.iter().flat_map(directions));
        WHOLE - mobile * WHOLE / (4 * count(state.boxes.iter())).max(1)
    }
}

impl HeuristicInstance for BoxMobility<'_> {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(Some(self.immobile_share(state)))
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

    fn instance<'a>(&self, problem: &Problem<'a>, _: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        let on_targets = BoxesOnTargets(MisplacedBoxes::new(problem));
        Ok(Box::new(Instance { mobility: BoxMobility::new(problem), on_targets }))
    }
}

#[derive(Debug)]
struct Instance<'a> {
    mobility: BoxMobility<'a>,
    on_targets: BoxesOnTargets,
}

impl HeuristicInstance for Instance<'_> {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(Some(self.mobility.immobile_share(state) + self.on_targets.off_share(state)))
    }
}
