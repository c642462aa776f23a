//! The list of strategies: attempts of the plan side, push searches, and textbook searches.
//!
//! To add a strategy, write its file with [`super::schedule::Strategy`], and one line here.

mod plans;
mod pushes;
mod textbook;

pub(super) use plans::PLANS;
pub use pushes::PushStrategy;

use super::schedule::{Group, Strategy};
use super::{Options, Sides};
use crate::level::Level;
use crate::maze::{Areas, Maze, RoomsBy};
use crate::planner::PlanningContext;
use crate::search::Perimeter;
use plans::{Attempt, Planned};
use pushes::{PushSide, Pushed};
use textbook::Alone;

/// The data shared by the strategies for a level.
pub(super) struct Grounds<'a> {
    level: &'a Level,
    maze: &'a Maze<'a>,
    options: &'a Options,
    attempts: Vec<(Attempt, Areas)>,
    pushes: PushSide<'a>,
}

impl<'a> Grounds<'a> {
    /// Divides the level into areas, for each attempt of the plan side that the options ask for.
    pub(super) fn new(level: &'a Level, maze: &'a Maze<'a>, options: &'a Options) -> Self {
        let plans = options.sides != Sides::PushOnly && options.textbook.is_none();
        let attempts = if plans { plans::attempts(level, options) } else { Vec::new() };
        let attempts = attempts.into_iter().map(|attempt| (attempt, attempt.areas(level, options))).collect();
        let pushes = PushSide {
            maze,
            start: &level.start,
            areas: Areas::new(&level.board, room_graph_by(options), &options.patterns),
            options,
            perimeter: Perimeter::new(level.board.len()),
        };
        Self { level, maze, options, attempts, pushes }
    }

    /// The strategies in the order of their turns.
    pub(super) fn list(&'a self) -> List<'a> {
        let Self { level, maze, options, .. } = self;
        if let Some(setup) = &options.textbook {
            return List { alone: vec![Alone { maze, start: &level.start, setup }], ..List::default() };
        }
        let planned = |(attempt, areas): &'a (Attempt, Areas)| Planned {
            attempt: *attempt,
            context: PlanningContext::new(maze, areas),
            level,
            options,
        };
        let pushes = matches!(options.sides, Sides::Both | Sides::PushOnly);
        let strategies = if pushes { options.strategies() } else { Vec::new() };
        let pushes = strategies.into_iter().map(|strategy| Pushed { strategy, side: &self.pushes });
        List { plans: self.attempts.iter().map(planned).collect(), pushes: pushes.collect(), alone: Vec::new() }
    }
}

/// Returns the definition of the rooms in whose graph the feature space counts connections: that of the options, and in
/// place of networks LISA's patterns. Measured on XSokoban, all strategies with 30,000 and 60,000 nodes: 78 levels by the
/// patterns, 77 by networks, where level 11 is not found.
fn room_graph_by(options: &Options) -> RoomsBy {
    if options.rooms_by == RoomsBy::Networks { RoomsBy::Lisa } else { options.rooms_by }
}

/// The strategies for a level.
#[derive(Default)]
pub(super) struct List<'a> {
    plans: Vec<Planned<'a>>,
    pushes: Vec<Pushed<'a>>,
    alone: Vec<Alone<'a>>,
}

impl List<'_> {
    /// The groups in the order of their turns; none is empty.
    pub(super) fn groups(&self) -> Vec<Group<'_>> {
        fn all<S: Strategy>(strategies: &[S]) -> Vec<&dyn Strategy> {
            strategies.iter().map(|strategy| strategy as &dyn Strategy).collect()
        }
        let groups = [
            Group { strategies: all(&self.pushes), stays_together: false },
            Group { strategies: all(&self.plans), stays_together: true },
            Group { strategies: all(&self.alone), stays_together: true },
        ];
        groups.into_iter().filter(|group| !group.strategies.is_empty()).collect()
    }
}
