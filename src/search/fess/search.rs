//! The search with its settings, and the pushes of the solution.

use super::advisers::built_in;
use super::pushes::Pushes;
use super::Adviser;
use crate::deadlock::{Refused, RuleSet};
use crate::feature_space::{FeatureSpace, NodeId};
use crate::level::{Board, Position};
use crate::maze::Maze;
use crate::packing::PackingPlan;
use crate::push::{Push, Region, RoomGraph, State};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::{Components, Perimeter, PushSearch, RuleSets};
use std::sync::Arc;

/// The settings of a search.
#[derive(Clone, Debug)]
pub struct FessSetting {
    /// The order in which goals are filled; without one every filled goal counts as packed.
    pub plan: Option<PackingPlan>,
    /// The rooms whose connections are counted.
    pub rooms: RoomGraph,
    /// The deadlock rules.
    pub rules: RuleSet,
    /// What else is on.
    pub components: Components,
    /// The advisers.
    pub advisers: Vec<Arc<dyn Adviser>>,
}

impl FessSetting {
    /// With all rules of the search and all built-in advisers.
    pub fn whole(board: &Board, plan: Option<PackingPlan>) -> Self {
        Self {
            plan,
            rooms: RoomGraph::new(board),
            rules: RuleSets::feature_space(),
            components: Components::FEATURE_SPACE,
            advisers: built_in(),
        }
    }
}

/// The search; see the module.
#[derive(Debug)]
pub struct Fess<'a> {
    maze: &'a Maze<'a>,
    perimeter: Perimeter,
    space: FeatureSpace<Pushes<'a>>,
}

impl<'a> Fess<'a> {
    /// Expands the start.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        setting: FessSetting,
        perimeter: Perimeter,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut pushes = Pushes::new(maze, setting, perimeter.clone());
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
        let pushes = path.into_iter().flat_map(|(state, by)| domain.pushes(&state, by));
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
        Progress { pruned: self.space.domain().rules.total(), ..self.space.progress() }
    }
}

impl PushSearch for Fess<'_> {
    fn refused(&self) -> Refused {
        self.space.domain().rules.refused()
    }
}
