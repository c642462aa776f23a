//! A textbook search, which runs alone.

use crate::level::Position;
use crate::maze::Maze;
use crate::push::Push;
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::solve::Strategy;
use crate::solve::registry::{Entry, Make};
use crate::solve::schedule::{Account, Member, Running, Turn};
use crate::textbook::{Setup, Strategy as Known, Textbook};
use std::time::Duration;

/// The textbook searches in the order of [`Known::ALL`], then A* by pulls.
pub(in crate::solve) static ENTRIES: [Entry; 10] = [
    alone(Known::BreadthFirst.word(), "all positions of one depth before any of the next"),
    alone(Known::IterativeDeepening.word(), "depth first below a bound that grows"),
    alone(Known::AStar.word(), "A*: steps made plus steps estimated"),
    alone(Known::WeightedAStar.word(), "A* in which the estimate counts for more"),
    alone(Known::IdaStar.word(), "IDA*: iterative deepening on steps made plus steps estimated"),
    alone(Known::SmaStar.word(), "SMA*: A* that drops the worst positions where memory is short"),
    alone(Known::GreedyBestFirst.word(), "by the estimate alone"),
    alone(Known::Bidirectional.word(), "pushes from the start and pulls from the solved board"),
    alone(Known::Kth.word(), "the agent of a student report"),
    alone("backward", "A* by pulls from the solved board"),
];

const fn alone(word: &'static str, says: &'static str) -> Entry {
    let turn = Turn { nodes: u64::MAX, time: Duration::MAX };
    Entry { word, says, first_turn: turn, second_turn: turn, share: 1, make: Make::Textbook }
}

/// A textbook search on a level.
pub(super) struct Alone<'a> {
    pub(super) maze: &'a Maze<'a>,
    pub(super) start: &'a Position,
    pub(super) setup: &'a Setup,
}

impl Member for Alone<'_> {
    fn strategy(&self) -> Strategy {
        Strategy::of_textbook(self.setup.strategy)
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
