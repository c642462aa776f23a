//! The strategies: plans, push searches, and textbook searches. To add one, write its entry and the function that starts
//! its search here, and one line in [`super::registry`].

pub(super) mod agenda;
pub(super) mod plans;
pub(super) mod pushes;
pub(super) mod textbook;

pub use agenda::is_divided;
pub(super) use agenda::{Groups, HEAD_START};

use super::schedule::Slot;
use super::{Options, PlanReport, Strategy};
use crate::exact::TableBounds;
use crate::level::Level;
use crate::maze::{Areas, Maze};
use crate::packing::PackingPlans;
use crate::planner::PlanningContext;
use crate::run::{Meter, Stop};
use crate::search::Perimeter;

/// The areas on which plans are made.
pub(super) struct PlanAreas {
    /// Rooms and tunnels as `rooms` shows them.
    pub(super) rooms: Areas,
    /// Areas small enough for tables of local states; `None` if no exact plans are made.
    small: Option<Areas>,
}

impl PlanAreas {
    /// Divides a level by the options of its plans.
    pub(super) fn new(level: &Level, options: &Options, meter: &Meter) -> Result<Self, Stop> {
        let rooms = Areas::within(&level.board, options.rooms_by, &options.patterns, meter)?;
        let is_exact = options.strategies.contains(&Strategy::EXACT_PLANS);
        let small = is_exact.then(|| TableBounds::areas(&level.board, options.rooms_by, &options.patterns));
        Ok(Self { rooms, small })
    }
}

/// Input of strategies: a level, data computed of it once, and results that they share.
pub(super) struct Context<'a> {
    pub(super) level: &'a Level,
    pub(super) maze: &'a Maze<'a>,
    pub(super) options: &'a Options,
    /// Rooms on which plans are made.
    pub(super) rooms: PlanningContext<'a>,
    /// Small areas of exact plans; `None` if none are made.
    small: Option<PlanningContext<'a>>,
    /// Groups of boxes; `None` if the level is one group.
    pub(super) groups: Option<Groups>,
    packing: PackingPlans,
    perimeter: Perimeter,
}

impl<'a> Context<'a> {
    /// Prepares the strategies for a level.
    pub(super) fn new(
        level: &'a Level,
        maze: &'a Maze<'a>,
        divided: &'a PlanAreas,
        groups: Option<Groups>,
        options: &'a Options,
    ) -> Self {
        let rooms = PlanningContext::new(maze, &divided.rooms);
        let small = divided.small.as_ref().map(|small| PlanningContext::new(maze, small));
        let perimeter = Perimeter::new(level.board.len());
        Self { level, maze, options, rooms, small, groups, packing: PackingPlans::default(), perimeter }
    }

    /// Returns the strategies that take part, in the order of their first turns.
    pub(super) fn slots(&'a self) -> Vec<Slot<'a>> {
        if let Some(setup) = &self.options.textbook {
            return Strategy::of_textbook(setup.strategy).into_iter().map(|strategy| self.slot(strategy)).collect();
        }
        let others = self.options.strategies.len() > 1;
        let takes_part = |strategy: &Strategy| {
            let is_undivided = *strategy == Strategy::AGENDA && self.groups.is_none();
            // A position of `lean` takes a bit for each cell of the picture.
            let is_too_large = *strategy == Strategy::LEAN && others && self.is_sparse();
            !is_undivided && !is_too_large
        };
        self.options.strategies.iter().copied().filter(takes_part).map(|strategy| self.slot(strategy)).collect()
    }

    fn slot(&'a self, strategy: Strategy) -> Slot<'a> {
        let entry = strategy.entry();
        let slot = Slot::new(strategy, (entry.turns, entry.share), |meter| (entry.start)(self, meter));
        let areas = match (strategy, &self.small) {
            (strategy, Some(small)) if strategy == Strategy::EXACT_PLANS => small.areas,
            _ => self.rooms.areas,
        };
        let slot = if strategy.is_plan() { slot.with_plan(PlanReport::new(areas.clone(), strategy)) } else { slot };
        match self.turns_on_small() {
            Some((turns, share)) if strategy == Strategy::LEAN => slot.with_turns(turns, share),
            _ if strategy == Strategy::AGENDA => slot.with_head_start(HEAD_START),
            _ => slot,
        }
    }
}
