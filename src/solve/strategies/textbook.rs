//! A textbook search, which runs alone.

use crate::level::Position;
use crate::maze::Maze;
use crate::push::Push;
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::solve::Engine;
use crate::solve::schedule::{Account, Running, Strategy, Turn};
use crate::textbook::{Setup, Textbook};
use std::time::Duration;

/// A textbook setup on a level.
pub(super) struct Alone<'a> {
    pub(super) maze: &'a Maze<'a>,
    pub(super) start: &'a Position,
    pub(super) setup: &'a Setup,
}

impl Strategy for Alone<'_> {
    fn engine(&self) -> Engine {
        Engine::Textbook(self.setup.strategy)
    }

    fn first_turn(&self) -> Turn {
        Turn { nodes: u64::MAX, time: Duration::MAX }
    }

    fn begin(&self, meter: &mut Meter) -> Result<Box<dyn Running + '_>, Stop> {
        Ok(Box::new(TextbookRun(self.setup.begin(self.maze, self.start, meter)?)))
    }

    fn account(&self) -> Account {
        Account::Other(Progress::default())
    }
}

struct TextbookRun<'a>(Textbook<'a>);

impl Search for TextbookRun<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        self.0.step(meter)
    }

    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    fn progress(&self) -> Progress {
        self.0.progress()
    }
}

impl Running for TextbookRun<'_> {
    fn account(&mut self, _: u64) -> Account {
        Account::Other(self.0.progress())
    }
}
