//! The list of strategies: plans, push searches, and textbook searches. To add a strategy, write its entry and its
//! constructor here, and one line in [`super::registry`].

pub(super) mod agenda;
pub(super) mod plans;
pub(super) mod pushes;
pub(super) mod textbook;

pub use agenda::is_divided;
pub(super) use agenda::{Grouping, HEAD_START};
pub(super) use plans::PlanSide;
pub(super) use pushes::PushSide;

use super::Options;
use super::schedule::Group;
use crate::level::Level;
use crate::maze::Maze;
use crate::packing::PackingPlans;
use crate::planner::PlanningContext;
use crate::search::Perimeter;
use plans::PlanSetup;

/// Level, options and prepared data that the strategies for one level use.
pub(super) struct Shared<'a> {
    level: &'a Level,
    maze: &'a Maze<'a>,
    options: &'a Options,
    packing: PackingPlans,
    plans: Vec<PlanSetup>,
    pushes: PushSide<'a>,
}

impl<'a> Shared<'a> {
    /// Prepares the strategies for a level: divides it into areas for each strategy that makes plans.
    pub(super) fn new(level: &'a Level, maze: &'a Maze<'a>, options: &'a Options) -> Self {
        let plans = if options.textbook.is_none() { plans::plan_setups(level, options) } else { Vec::new() };
        let packing = PackingPlans::default();
        let pushes = PushSide {
            maze,
            start: &level.start,
            options,
            perimeter: Perimeter::new(level.board.len()),
            packing: packing.clone(),
        };
        Self { level, maze, options, packing, plans, pushes }
    }

    /// Returns the list of strategies; `grouping` has the groups of the level, `None` if it is one.
    pub(super) fn list(&'a self, grouping: Option<&'a Grouping<'a>>) -> List<'a> {
        let Self { level, maze, options, packing, .. } = self;
        let side = |setup: &'a PlanSetup| {
            let context = PlanningContext::new(maze, &setup.areas);
            PlanSide { setup, context, level, options, packing }
        };
        List { shared: self, grouping, plans: self.plans.iter().map(side).collect() }
    }
}

/// Strategies for one level.
pub(super) struct List<'a> {
    shared: &'a Shared<'a>,
    grouping: Option<&'a Grouping<'a>>,
    plans: Vec<PlanSide<'a>>,
}

impl List<'_> {
    /// Returns the groups of strategies in the order of their turns, without empty ones; the agenda searches on this
    /// number of threads.
    pub(super) fn groups(&self, threads: usize) -> Vec<Group<'_>> {
        let Shared { level, maze, options, pushes, .. } = self.shared;
        if let Some(setup) = &options.textbook {
            return vec![Group { members: vec![textbook::alone(maze, &level.start, setup)], stays_together: true }];
        }
        let groups = [
            Group {
                members: self.grouping.iter().map(|grouping| grouping.member(threads)).collect(),
                stays_together: true,
            },
            Group { members: self.plans.iter().map(PlanSide::member).collect(), stays_together: true },
            Group {
                members: options.choice.pushes().filter_map(|one| pushes.member(one)).collect(),
                stays_together: false,
            },
        ];
        groups.into_iter().filter(|group| !group.members.is_empty()).collect()
    }
}
