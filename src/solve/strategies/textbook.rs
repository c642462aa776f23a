//! A textbook search, which runs alone.

use crate::level::Position;
use crate::maze::Maze;
use crate::push::Push;
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::solve::Engine;
use crate::solve::schedule::{Account, Running, Strategy};
use crate::textbook::{Setup, Textbook};

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

    fn first_turn(&self) -> u64 {
        u64::MAX
    }

    fn begin(&self, meter: &mut Meter) -> Result<Box<dyn Running + '_>, Stop> {
        Ok(Box::new(Begun(self.setup.begin(self.maze, self.start, meter)?)))
    }

    fn account(&self) -> Account {
        Account::Other(Progress::default())
    }
}

struct Begun<'a>(Textbook<'a>);

impl Search for Begun<'_> {
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

impl Running for Begun<'_> {
    fn account(&mut self, _: u64) -> Account {
        Account::Other(self.0.progress())
    }
}
