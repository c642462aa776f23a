//! The full push searches.

use crate::deadlock::Refused;
use crate::level::Position;
use crate::maze::Maze;
use crate::packing::{Order, PackingGuide};
use crate::push::Push;
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::{Components, Fess, Lean, LeanSetting, Perimeter, PushSearch};
use crate::solve::schedule::{Account, Running, Strategy, Turn};
use crate::solve::{Engine, Options, SearchReport};
use serde::Serialize;

/// The push searches to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PushStrategy {
    /// Bidirectional over single pushes and pulls, with nodes of a few microseconds.
    Lean,
    /// Feature-space search, with a packing plan in which boxes come from wherever they can be brought together.
    Fess,
    /// The same, with a packing plan in which boxes come straight from the squares of the start where that is possible.
    FessByStarts,
}

impl PushStrategy {
    /// All, in the order of their turns.
    pub const ALL: [Self; 3] = [Self::Lean, Self::Fess, Self::FessByStarts];

    /// The word that users write and reports use.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Lean => "lean",
            Self::Fess => "fess",
            Self::FessByStarts => "fess-by-starts",
        }
    }
}

crate::run::from_word!(PushStrategy);

/// The data shared by all push searches of a level.
pub(super) struct PushSide<'a> {
    pub(super) maze: &'a Maze<'a>,
    pub(super) start: &'a Position,
    pub(super) options: &'a Options,
    pub(super) perimeter: Perimeter,
}

impl PushSide<'_> {
    fn fess(&self, order: Order, meter: &mut Meter) -> Result<Fess<'_>, Stop> {
        let Self { maze, start, options, perimeter } = self;
        let order = if options.components.contains(Components::PACKING) { order } else { Order::None };
        let guide = PackingGuide::new(maze, start, order, meter)?;
        Fess::new(maze, start, guide.plan().cloned(), options.setting(), perimeter.clone(), meter)
    }
}

/// A push search of the list.
pub(super) struct Pushed<'a> {
    pub(super) strategy: PushStrategy,
    pub(super) side: &'a PushSide<'a>,
}

impl Strategy for Pushed<'_> {
    fn engine(&self) -> Engine {
        Engine::Push(self.strategy)
    }

    /// Nodes for turns of similar time on a level of middling size. Not tuned beyond that.
    fn first_turn(&self) -> Turn {
        match self.strategy {
            PushStrategy::Lean => Turn::new(20_000, 300),
            PushStrategy::Fess | PushStrategy::FessByStarts => Turn::new(1_000, 1_000),
        }
    }

    fn begin(&self, meter: &mut Meter) -> Result<Box<dyn Running + '_>, Stop> {
        let PushSide { maze, start, options, .. } = self.side;
        let rules = &options.rules;
        let search: Box<dyn PushSearch + '_> = match self.strategy {
            PushStrategy::Lean => Box::new(Lean::new(maze, start, &rules.lean, LeanSetting::default(), meter)?),
            PushStrategy::Fess => Box::new(self.side.fess(Order::Backward, meter)?),
            PushStrategy::FessByStarts => Box::new(self.side.fess(Order::One, meter)?),
        };
        Ok(Box::new(PushRun { strategy: self.strategy, search }))
    }

    fn account(&self) -> Account {
        Account::Push(SearchReport::new(self.strategy, 0, Refused::default()), Progress::default())
    }
}

struct PushRun<'a> {
    strategy: PushStrategy,
    search: Box<dyn PushSearch + 'a>,
}

impl Search for PushRun<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        self.search.step(meter)
    }

    fn is_complete(&self) -> bool {
        self.search.is_complete()
    }

    fn progress(&self) -> Progress {
        self.search.progress()
    }
}

impl Running for PushRun<'_> {
    fn account(&mut self, nodes: u64) -> Account {
        Account::Push(SearchReport::new(self.strategy, nodes, self.search.refused()), self.search.progress())
    }
}
