//! Search by pulls for the target, within a node budget.

use super::domain::{PullState, Pulls};
use crate::feature_space::FeatureSpace;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::Perimeter;

/// Search by pulls for the target: when it pauses, and once the budget is spent, the target is the best position so far.
#[derive(Debug)]
pub struct TargetSearch<'a> {
    maze: &'a Maze<'a>,
    search: FeatureSpace<Pulls<'a>>,
    budget: u64,
}

impl<'a> TargetSearch<'a> {
    /// Number of generated positions after which the search ends, unless memory is short.
    const NODES: u64 = 5_000;

    /// Number of generated positions after which the search pauses, for a first target; see `FIGURES.md`, Target.
    const FIRST_NODES: u64 = 1_000;

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
        Ok(Some(Self { maze, search: FeatureSpace::new(domain, root, score, meter)?, budget: Self::FIRST_NODES }))
    }

    /// Continues a search that pauses; false if it has ended.
    pub(super) fn go_on(&mut self) -> bool {
        let pauses = self.budget == Self::FIRST_NODES && self.search.generated() > self.budget;
        if pauses {
            self.budget = Self::NODES;
        }
        pauses
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::push::walk_and_push;
    use crate::run::drive;

    /// Goals that separate the board when they are filled.
    const PICTURE: &str = "###########\n#   .     #\n# $ .  ## #\n# $ .  ## #\n# $@#     #\n#   #     #\n###########\n";

    fn search(text: &str, test: impl FnOnce(&Level, &Maze<'_>, &Perimeter, Option<State>)) {
        let level = Level::from_xsb("", text).unwrap();
        let mut meter = Meter::unlimited();
        let maze = Maze::new(&level.board, &mut meter).unwrap();
        let perimeter = Perimeter::new(level.board.len());
        let target = TargetSearch::new(&maze, &level.start, perimeter.clone(), &mut meter).unwrap();
        let found = target.and_then(|mut target| drive(&mut target, &mut meter).found());
        test(&level, &maze, &perimeter, found);
    }

    #[test]
    fn the_target_leaves_the_player_one_region_and_leads_to_the_goals() {
        search(PICTURE, |level, maze, perimeter, target| {
            let target = target.unwrap();
            let regions = Region::new(level.board.len()).each(maze.board, |s| target.boxes.has(s));
            assert_eq!(regions.len(), 1);
            let rest = perimeter.rest(&level.board, &target).expect("it is in the perimeter");
            let (_, end) = walk_and_push(&level.board, &target.position(), &rest).unwrap();
            assert_eq!(end.boxes, level.board.goals());
        });
    }

    #[test]
    fn a_search_that_comes_to_the_start_ends_there_and_knows_the_solution() {
        search("########\n#@ $ . #\n########\n", |level, _, perimeter, target| {
            let target = target.unwrap();
            assert_eq!(target.position().boxes, level.start.boxes);
            assert_eq!(perimeter.rest(&level.board, &target).map(|rest| rest.len()), Some(2));
        });
    }

    #[test]
    fn where_the_boxes_cannot_come_to_the_start_there_is_no_target() {
        search("#####\n#$@.#\n#####\n", |_, _, _, target| assert_eq!(target, None));
    }
}
