//! The feature-space search of a level, and the pushes of the solution.
//!
//! Feature-space search along the packing plan that a search by pulls has found, or without a plan if it found none.
//!
//! Settings of the feature-space search.

use super::pushes::Pushes;
use super::{Adviser, Advisers};
use crate::deadlock::{AskedBy, Refused};
use crate::feature_space::FeatureSpace;
use crate::level::Position;
use crate::maze::Maze;
use crate::packing::{BackwardPacking, PackingPlan};
use crate::push::{Push, Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop, Then};
use crate::search::macro_pushes::solution;
use crate::search::{Perimeter, Prunings};

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

/// A search for a packing plan, followed by the search along the plan.
pub type FessBySinks<'a> = Then<'a, BackwardPacking<'a>, Fess<'a>>;

/// Creates both searches; the first step searches for a packing plan.
pub fn fess_by_sinks(packing: BackwardPacking<'_>, setting: Setting, perimeter: Perimeter) -> FessBySinks<'_> {
    let (maze, start) = (packing.maze(), packing.start().clone());
    let along = move |plan: Option<&PackingPlan>, meter: &mut Meter| {
        Fess::new(maze, &start, plan.cloned(), setting.clone(), perimeter.clone(), meter).map(Some)
    };
    Then::new(packing, along)
}

/// Settings of a feature-space search: what is counted, refused and advised.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Deadlock rules that refuse pushes and positions, and the use of corrals.
    pub prunings: Prunings,
    /// Whether hotspots are a feature: boxes that keep other boxes from goals.
    pub hotspots: bool,
    /// Whether boxes on squares that the packing plan is about to close off are a feature.
    pub out_of_plan: bool,
    /// Advisers, whose proposed moves are tried first.
    pub advisers: Advisers,
}

impl Default for Setting {
    /// Returns the setting with all features, the prunings of thorough searches and all advisers built in.
    fn default() -> Self {
        Self {
            prunings: Prunings::all(AskedBy::THOROUGH_SEARCHES),
            hotspots: true,
            out_of_plan: true,
            advisers: Advisers::default(),
        }
    }
}

impl Setting {
    /// Adds an adviser; see [`Advisers::with`].
    #[must_use]
    pub fn with_adviser(mut self, adviser: impl Adviser + 'static) -> Self {
        self.advisers = self.advisers.with(adviser);
        self
    }
}
