//! The full push searches.

use crate::deadlock::{AskedBy, Refused};
use crate::level::Position;
use crate::maze::{Areas, Maze};
use crate::packing::{Order, PackingGuide, Waiting};
use crate::push::Push;
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::{ByTarget, Components, Fess, FessBySinks, Lean, LeanSetting, Perimeter, PushSearch, Setting};
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
    /// Like the first, with a looser plan and other ties: rooms are unions of blocks of 2x2 squares, and hotspots are cleared by moves that
    /// close nothing. Chosen on XSokoban among a dozen such variants, for two levels that the others do not solve there.
    FessByBlocks,
    /// Feature-space search towards a position from which the goals are reached by known pushes; the other searches use
    /// those pushes too.
    Target,
}

impl PushStrategy {
    /// All, in the order of their turns.
    pub const ALL: [Self; 5] = [Self::Lean, Self::Fess, Self::FessByStarts, Self::FessByBlocks, Self::Target];

    /// The word that users write and reports use.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Lean => "lean",
            Self::Fess => "fess",
            Self::FessByStarts => "fess-by-starts",
            Self::FessByBlocks => "fess-by-blocks",
            Self::Target => "target",
        }
    }
}

crate::run::from_word!(PushStrategy);

/// The data shared by all push searches of a level.
pub(super) struct PushSide<'a> {
    pub(super) maze: &'a Maze<'a>,
    pub(super) start: &'a Position,
    pub(super) areas: Areas,
    pub(super) options: &'a Options,
    pub(super) perimeter: Perimeter,
}

impl PushSide<'_> {
    /// The search with a plan of each kind, or without one where packing is left out.
    fn fess(&self, strategy: PushStrategy, meter: &mut Meter) -> Result<Box<dyn PushSearch + '_>, Stop> {
        let Self { maze, start, areas, options, perimeter } = self;
        let setting = match strategy {
            PushStrategy::FessByBlocks => Setting { advisers: options.advisers.clone().careful(), ..options.setting() },
            _ => Setting { areas: Some(areas.clone()), ..options.setting() },
        };
        let perimeter = perimeter.clone();
        let plans = options.components.contains(Components::PACKING);
        if plans && strategy != PushStrategy::FessByStarts {
            let by_blocks = strategy == PushStrategy::FessByBlocks;
            let waiting = if by_blocks { Waiting::Anywhere } else { Waiting::AtStarts };
            return Ok(Box::new(FessBySinks::new(maze, start, waiting, setting, perimeter, meter)?));
        }
        let order = if plans { Order::One } else { Order::None };
        let plan = PackingGuide::new(maze, start, order, meter)?.plan().cloned();
        Ok(Box::new(Fess::new(maze, start, plan, setting, perimeter, meter)?))
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
            PushStrategy::Lean => Turn::new(2_000, 30),
            PushStrategy::Fess | PushStrategy::FessByStarts | PushStrategy::FessByBlocks => Turn::new(1_000, 1_000),
            PushStrategy::Target => Turn::new(6_000, 1_000),
        }
    }

    /// The lean search solves most easy levels in its first turn, and needs longer ones for all others.
    fn second_turn(&self) -> Turn {
        match self.strategy {
            PushStrategy::Lean => Turn::new(40_000, 600),
            _ => self.first_turn().doubled(),
        }
    }

    fn begin(&self, meter: &mut Meter) -> Result<Box<dyn Running + '_>, Stop> {
        let PushSide { maze, start, options, perimeter, .. } = self.side;
        let search: Box<dyn PushSearch + '_> = match self.strategy {
            PushStrategy::Lean => {
                let prunings = options.prunings(AskedBy::CHEAP_NODES);
                Box::new(Lean::new(maze, start, &prunings, LeanSetting::default(), meter)?)
            }
            PushStrategy::Fess | PushStrategy::FessByStarts | PushStrategy::FessByBlocks => {
                self.side.fess(self.strategy, meter)?
            }
            PushStrategy::Target => {
                Box::new(ByTarget::new(maze, start, perimeter.clone(), &options.prunings(AskedBy::DEAR_NODES), meter)?)
            }
        };
        Ok(Box::new(PushRun { strategy: self.strategy, search, perimeter }))
    }

    fn account(&self) -> Account {
        Account::Push(SearchReport::new(self.strategy, 0, Refused::default()), Progress::default())
    }
}

struct PushRun<'a> {
    strategy: PushStrategy,
    search: Box<dyn PushSearch + 'a>,
    perimeter: &'a Perimeter,
}

impl Drop for PushRun<'_> {
    /// The positions reached by pulls are the memory that the search holds.
    fn drop(&mut self) {
        if self.strategy == PushStrategy::Target {
            self.perimeter.clear();
        }
    }
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

    fn nearest(&self) -> Option<Position> {
        self.search.nearest()
    }

    fn compact(&mut self) -> bool {
        self.search.compact()
    }
}
