//! The feature-space search of a level, and the pushes of the solution.

use super::Setting;
use super::pushes::Pushes;
use crate::deadlock::Refused;
use crate::feature_space::FeatureSpace;
use crate::level::Position;
use crate::maze::Maze;
use crate::packing::PackingPlan;
use crate::push::{Push, Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::Perimeter;
use crate::search::macro_pushes::solution;

/// Feature-space search for a solution by macro pushes; see the folder's module.
#[derive(Debug)]
pub struct Fess<'a> {
    perimeter: Perimeter,
    space: FeatureSpace<Pushes<'a>>,
}

impl<'a> Fess<'a> {
    /// Creates the search, with the start expanded. Without a plan every filled goal counts as packed.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        plan: Option<PackingPlan>,
        setting: Setting,
        perimeter: Perimeter,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut pushes = Pushes::new(maze, plan, setting, perimeter.clone(), meter)?;
        let features = pushes.features(start, meter)?;
        let root = State::of(maze.board, start, &mut Region::new(maze.board.len()));
        let space = FeatureSpace::new(pushes, root, features, meter)?;
        Ok(Self { perimeter, space })
    }

    /// Returns how many pushes and positions each rule has refused.
    pub fn refused(&self) -> Refused {
        self.space.domain().moves.rules.refused()
    }

    /// Returns the most promising open position; `None` if no position is open.
    pub fn nearest(&self) -> Option<Position> {
        self.space.nearest().map(State::position)
    }
}

impl Search for Fess<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let status = self.space.step(meter)?;
        Ok(status.map(|last| solution(&mut self.space, last, &self.perimeter, |pushes| &mut pushes.moves)))
    }

    fn is_complete(&self) -> bool {
        self.space.is_complete()
    }

    fn progress(&self) -> Progress {
        Progress { pruned: self.space.domain().moves.rules.total(), ..self.space.progress() }
    }

    fn compact(&mut self) -> bool {
        self.space.compact()
    }
}
