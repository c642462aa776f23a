//! The search with its settings, and the pushes of the solution.

use super::Setting;
use super::pushes::Pushes;
use crate::deadlock::Refused;
use crate::feature_space::{FeatureSpace, NodeId};
use crate::level::Position;
use crate::maze::Maze;
use crate::packing::PackingPlan;
use crate::push::{Push, Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::{Perimeter, PushSearch};

/// The search; see the module.
#[derive(Debug)]
pub struct Fess<'a> {
    maze: &'a Maze<'a>,
    perimeter: Perimeter,
    space: FeatureSpace<Pushes<'a>>,
}

impl<'a> Fess<'a> {
    /// Expands the start. Without a plan every filled goal counts as packed.
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
        let mut pushes = Pushes::new(maze, plan, setting, perimeter.clone());
        let features = pushes.features(start);
        let root = State::of(maze.board, start, &mut Region::new(maze.board.len()));
        let space = FeatureSpace::new(pushes, root, features, meter)?;
        Ok(Self { maze, perimeter, space })
    }

    /// Single pushes from the start to a node, and on to the goals.
    fn solution(&mut self, last: NodeId) -> Vec<Push> {
        let path = self.space.path(last).into_iter().map(|(state, by)| (state.clone(), by));
        let path: Vec<_> = path.collect();
        let rest = self.space.state(last).and_then(|state| self.perimeter.rest(self.maze.board, state));
        let domain = self.space.domain_mut();
        let pushes = path.into_iter().flat_map(|(state, by)| domain.moves.pushes(&state, by));
        pushes.collect::<Vec<Push>>().into_iter().chain(rest.unwrap_or_default()).collect()
    }
}

impl Search for Fess<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        Ok(match self.space.step(meter)? {
            Status::Running => Status::Running,
            Status::Exhausted => Status::Exhausted,
            Status::Found(last) => Status::Found(self.solution(last)),
        })
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { pruned: self.space.domain().moves.rules.total(), ..self.space.progress() }
    }
}

impl PushSearch for Fess<'_> {
    fn refused(&self) -> Refused {
        self.space.domain().moves.rules.refused()
    }
}
