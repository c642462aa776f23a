//! Search by pulls for the target, within a node budget.

use super::domain::{PullState, Pulls};
use crate::feature_space::FeatureSpace;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::Perimeter;

/// Search by pulls for the target: once the budget is spent, the target is the best position so far.
#[derive(Debug)]
pub struct TargetSearch<'a> {
    maze: &'a Maze<'a>,
    search: FeatureSpace<Pulls<'a>>,
    budget: u64,
}

impl<'a> TargetSearch<'a> {
    /// Number of generated positions after which the search ends, unless memory is short.
    pub const NODES: u64 = 5_000;

    /// Creates the search, with the filled goals open; `None` if the boxes cannot be pulled to the start: no solution
    /// exists.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        perimeter: Perimeter,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let mut domain = Pulls::new(maze, start, perimeter, meter)?;
        let Some((root, score)) = domain.root(meter)? else { return Ok(None) };
        Ok(Some(Self { maze, search: FeatureSpace::new(domain, root, score, meter)?, budget: Self::NODES }))
    }

    fn best(&self) -> Option<State> {
        let PullState { boxes, player } = self.search.state(self.search.best_node())?;
        match player {
            Some(player) => Some(State { boxes: boxes.clone(), player: *player }),
            None => State::all_with(self.maze.board, boxes, &mut Region::new(self.maze.board.len())).into_iter().next(),
        }
    }
}

impl Search for TargetSearch<'_> {
    type Solution = State;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<State>, Stop> {
        let end = |found: Option<State>| found.map_or(Status::Exhausted, Status::Found);
        if self.search.generated() > self.budget {
            return Ok(end(self.best()));
        }
        Ok(match self.search.step(meter)? {
            Status::Running => Status::Running,
            Status::Found(start) => {
                let Some(PullState { boxes, player: Some(player) }) = self.search.state(start) else {
                    return Ok(Status::Exhausted);
                };
                Status::Found(State { boxes: boxes.clone(), player: *player })
            }
            Status::Exhausted => end(self.best()),
        })
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        self.search.progress()
    }

    /// Ends the search at the next step, with the best position so far.
    fn compact(&mut self) -> bool {
        std::mem::take(&mut self.budget) > 0
    }
}
