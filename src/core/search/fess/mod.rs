//! Feature-space search by macro pushes from the start. After Shoham and Schaeffer, "The FESS Algorithm: A Feature
//! Based Approach to Single-Agent Search" (IEEE CoG 2020). The search itself is [`crate::feature_space`]; this folder
//! defines the features of a position ([`Features`]) and the advisers that propose moves to try first ([`Adviser`]).
//! Goals are filled in the order of a packing plan.

mod advisers;
mod features;
mod pushes;
mod survey;

use crate::deadlock::Refusals;
use crate::feature_space::FeatureSpace;
use crate::level::Position;
use crate::maze::Maze;
use crate::packing::{AlongPacking, BackwardPacking, PackingPlan};
use crate::push::{Push, Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::Perimeter;
use crate::search::macro_pushes::solution;
pub use advisers::{Advice, Adviser, Advisers};
pub use features::Features;
pub(crate) use pushes::Pushes;
pub use pushes::Setting;

/// Feature-space search for a solution by macro pushes; see the folder's module.
#[derive(Debug)]
pub struct Fess<'a> {
    perimeter: Perimeter,
    space: FeatureSpace<Pushes<'a>>,
}

impl<'a> Fess<'a> {
    /// Creates the search, with the start expanded. Without a plan every filled goal counts as packed.
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
        Ok(Self { perimeter, space: FeatureSpace::new(pushes, root, features, meter)? })
    }

    /// Creates the search along the plan that `packing` finds.
    pub fn by_sinks(packing: BackwardPacking<'a>, setting: Setting, perimeter: Perimeter) -> AlongPacking<'a, Self> {
        let (maze, start) = (packing.maze, packing.start.clone());
        AlongPacking::new(packing, move |plan, meter| {
            Self::new(maze, &start, plan, setting.clone(), perimeter.clone(), meter)
        })
    }

    /// Returns how many pushes and positions each rule has refused.
    pub fn refused(&self) -> Refusals {
        self.space.domain.moves.refused()
    }
}

impl Search for Fess<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let Self { perimeter, space } = self;
        let status = space.step(meter)?;
        Ok(status.map(|last| solution(space, last, perimeter, |pushes| &mut pushes.moves)))
    }

    fn is_complete(&self) -> bool {
        self.space.is_complete()
    }

    fn progress(&self) -> Progress {
        Progress { pruned: self.space.domain.moves.pruned(), ..self.space.progress() }
    }

    fn compact(&mut self) -> bool {
        self.space.compact()
    }
}
