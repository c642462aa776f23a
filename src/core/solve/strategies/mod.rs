//! The strategies: plans, push searches, and textbook searches. To add one, write its entry and the function that starts
//! its search here, and one line in [`super::registry`].

pub(super) mod agenda;
pub(super) mod plans;
pub(super) mod pushes;
pub(super) mod textbook;

pub use agenda::is_divided;
pub(super) use agenda::{Groups, HEAD_START};

use super::schedule::Slot;
use super::{Options, Strategy};
use crate::level::Level;
use crate::maze::{Areas, Maze, RoomsBy};
use crate::packing::PackingPlans;
use crate::planner::{Abstraction, PlanningContext, TableBounds};
use crate::search::Perimeter;

/// What strategies start from: a level, what is computed of it once, and results that they share.
pub(super) struct Context<'a> {
    pub(super) level: &'a Level,
    pub(super) maze: &'a Maze<'a>,
    pub(super) options: &'a Options,
    /// Rooms on which plans are made; one area if no strategy makes plans.
    rooms: PlanningContext<'a>,
    /// Groups of boxes; `None` if the level is one group.
    pub(super) groups: Option<Groups>,
    packing: PackingPlans,
    perimeter: Perimeter,
}

/// Returns the areas on which the chosen strategies make plans; small enough for tables if one of them plans on `sets`.
pub(super) fn areas(level: &Level, options: &Options) -> Areas {
    let plans = plans(options);
    let abstractions = || plans.iter().filter_map(|plan| plan.abstraction());
    let Some(abstraction) = abstractions().find(|kind| kind.is_exact()).or_else(|| abstractions().next()) else {
        return Areas::new(&level.board, RoomsBy::None, &options.patterns);
    };
    let exact = |merging| if abstraction.is_exact() { TableBounds::merging(merging) } else { merging };
    abstraction.areas(level, options.rooms_by, &options.patterns, options.merging.map(exact))
}

/// Returns the strategies that make plans of the kind asked for, the agenda excepted. If none is chosen and plans are, the
/// kind names one.
fn plans(options: &Options) -> Vec<Strategy> {
    let mut chosen: Vec<Strategy> = options.plans().filter(|&one| one != Strategy::AGENDA).collect();
    if options.textbook.is_some() {
        chosen.clear();
    }
    match options.abstraction {
        Some(asked @ (Abstraction::Sets | Abstraction::Counts)) if options.plans().next().is_some() => {
            vec![Strategy::of(asked)]
        }
        Some(asked) => chosen.into_iter().filter(|one| one.abstraction() == Some(asked)).collect(),
        None => chosen,
    }
}

impl<'a> Context<'a> {
    /// Prepares the strategies for a level; `areas` are those of [`areas`].
    pub(super) fn new(
        level: &'a Level,
        maze: &'a Maze<'a>,
        areas: &'a Areas,
        groups: Option<Groups>,
        options: &'a Options,
    ) -> Self {
        let rooms = PlanningContext::new(maze, areas);
        let perimeter = Perimeter::new(level.board.len());
        Self { level, maze, options, rooms, groups, packing: PackingPlans::default(), perimeter }
    }

    /// Returns the strategies that take part, in the order of their first turns.
    pub(super) fn slots(&'a self) -> Vec<Slot<'a>> {
        if let Some(setup) = &self.options.textbook {
            return vec![Slot::new(Strategy::of_textbook(setup.strategy), self)];
        }
        let agenda = self.groups.iter().map(|groups| groups.slot(self));
        let plans = plans(self.options).into_iter().map(|strategy| self.plan_slot(strategy));
        let pushes = self.options.pushes().map(|strategy| self.push_slot(strategy));
        agenda.chain(plans).chain(pushes).collect()
    }
}
