//! Share of impossible pushes among the four pushes of every box, from 0 to 99.
//!
//! ```text
//!   ######      A box has four sides. The player is left of the box, the right is free: of the four pushes, this one
//!   #@$  #      can be made, and the one to the left if he can walk round; the pushes up and down cannot.
//!   #    #
//!   ######
//! ```

use super::{OnGoals, Sum, WHOLE, count};
use crate::heuristic::{About, Heuristic, HeuristicInstance, Problem, Unit};
use crate::level::{Direction, Square};
use crate::maze::Maze;
use crate::push::{Region, State};
use crate::run::{Meter, Stop};

/// Heuristic: share, from 0 to 99, of the four pushes (by pulls: pulls) of each box that are not possible.
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
