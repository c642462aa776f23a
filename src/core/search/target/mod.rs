//! How does a search by pushes aim at a position with known pushes to the goals?
//!
//! ```text
//!   start ──push──> ──push──> ..  target ──known──> ──known──> all boxes on goals
//! ```
//! A feature-space search by pulls, from the filled goals, looks for the position with the best score; a second one,
//! by pushes, leads from the start towards it. It ends at any position of the first search; the [`super::Perimeter`] has them all.
//! The method suits levels whose goals are hard to leave, or are filled in an order that no packing plan has. After Festival
//! (Shoham and Schaeffer, "The FESS Algorithm", IEEE CoG 2020).

mod domain;
mod towards;

use crate::deadlock::Refusals;
use crate::feature_space::FeatureSpace;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{Push, Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::macro_pushes::solution;
use crate::search::{Perimeter, Prunings};
use domain::{PullState, Pulls};
use towards::Towards;

/// A search for the pushes of a solution. It is complete: if the target is never reached, all pushes are searched. If
/// the boxes cannot be pulled from the goals to the start, no solution exists.
#[derive(Debug)]
pub struct ByTarget<'a> {
    maze: &'a Maze<'a>,
    start: State,
    prunings: Prunings,
    perimeter: Perimeter,
    stage: Stage<'a>,
    /// Statistics of the search by pulls, once it has ended.
    before: Progress,
}

#[derive(Debug)]
enum Stage<'a> {
    Pulls(Box<TargetSearch<'a>>),
    Pushes(Box<FeatureSpace<Towards<'a>>>),
    /// The boxes cannot be pulled to the start.
    Impossible,
}

impl<'a> ByTarget<'a> {
    /// Creates the search, with the filled goals open. All positions that pulls reach are added to `perimeter`.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        perimeter: Perimeter,
        prunings: &Prunings,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let pulls = TargetSearch::new(maze, start, perimeter.clone(), meter)?;
        Ok(Self {
            maze,
            start: State::of(maze.board, start, &mut Region::new(maze.board.len())),
            prunings: prunings.clone(),
            perimeter,
            stage: pulls.map_or(Stage::Impossible, |pulls| Stage::Pulls(Box::new(pulls))),
            before: Progress::default(),
        })
    }

    fn towards(&self, target: State, meter: &mut Meter) -> Result<FeatureSpace<Towards<'a>>, Stop> {
        let mut towards = Towards::new(self.maze, target.boxes, self.perimeter.clone(), &self.prunings, meter)?;
        let nearness = towards.nearness(&self.start, meter)?;
        FeatureSpace::new(towards, self.start.clone(), nearness, meter)
    }

    /// Returns how many pushes and positions each rule has refused.
    pub fn refused(&self) -> Refusals {
        match &self.stage {
            Stage::Pushes(space) => space.domain.moves.refused(),
            Stage::Pulls(_) | Stage::Impossible => Refusals::default(),
        }
    }
}

impl Drop for ByTarget<'_> {
    /// Releases the memory of the positions reached by pulls.
    fn drop(&mut self) {
        self.perimeter.clear();
    }
}

impl Search for ByTarget<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        match &mut self.stage {
            Stage::Pulls(pulls) => {
                let target = match pulls.step(meter)? {
                    Status::Running => return Ok(Status::Running),
                    Status::Found(target) => target,
                    Status::Exhausted => self.start.clone(),
                };
                self.before = pulls.progress();
                self.stage = Stage::Pushes(Box::new(self.towards(target, meter)?));
                Ok(Status::Running)
            }
            Stage::Pushes(space) => {
                let status = space.step(meter)?;
                Ok(status.map(|last| solution(space, last, &self.perimeter, |towards| &mut towards.moves)))
            }
            Stage::Impossible => Ok(Status::Exhausted),
        }
    }

    fn is_complete(&self) -> bool {
        match &self.stage {
            Stage::Pushes(space) => space.is_complete(),
            Stage::Pulls(_) | Stage::Impossible => true,
        }
    }

    fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Pulls(pulls) => pulls.progress(),
            Stage::Pushes(space) => {
                Progress { pruned: space.domain.moves.pruned(), ..space.progress() }.after(&self.before)
            }
            Stage::Impossible => self.before,
        }
    }

    fn compact(&mut self) -> bool {
        match &mut self.stage {
            Stage::Pulls(pulls) => pulls.compact(),
            Stage::Pushes(space) => space.compact(),
            Stage::Impossible => false,
        }
    }
}

/// Search by pulls for the target: once the budget is spent, the target is the best position so far.
#[derive(Debug)]
pub struct TargetSearch<'a> {
    maze: &'a Maze<'a>,
    search: FeatureSpace<Pulls<'a>>,
    budget: u64,
}

impl<'a> TargetSearch<'a> {
    /// Number of generated positions after which the search ends, unless memory is short.
    pub const NODES: u64 = 5_000;

    /// Creates the search, with the filled goals open; `None` if the boxes cannot be pulled to the start: no solution
    /// exists.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        perimeter: Perimeter,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let mut domain = Pulls::new(maze, start, perimeter, meter)?;
        let Some((root, score)) = domain.root(meter)? else { return Ok(None) };
        Ok(Some(Self { maze, search: FeatureSpace::new(domain, root, score, meter)?, budget: Self::NODES }))
    }

    fn best(&self) -> Option<State> {
        let PullState { boxes, player } = self.search.state(self.search.best_node())?;
        match player {
            Some(player) => Some(State { boxes: boxes.clone(), player: *player }),
            None => State::all_with(self.maze.board, boxes, &mut Region::new(self.maze.board.len())).into_iter().next(),
        }
    }
}

impl Search for TargetSearch<'_> {
    type Solution = State;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<State>, Stop> {
        let end = |found: Option<State>| found.map_or(Status::Exhausted, Status::Found);
        if self.search.generated() > self.budget {
            return Ok(end(self.best()));
        }
        Ok(match self.search.step(meter)? {
            Status::Running => Status::Running,
            Status::Found(start) => {
                let Some(PullState { boxes, player: Some(player) }) = self.search.state(start) else {
                    return Ok(Status::Exhausted);
                };
                Status::Found(State { boxes: boxes.clone(), player: *player })
            }
            Status::Exhausted => end(self.best()),
        })
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        self.search.progress()
    }

    /// Ends the search at the next step, with the best position so far.
    fn compact(&mut self) -> bool {
        std::mem::take(&mut self.budget) > 0
    }
}
