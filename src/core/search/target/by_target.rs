//! Search by pulls for a target position, followed by the search by pushes towards the target.

use super::TargetSearch;
use super::towards::Towards;
use crate::deadlock::Refusals;
use crate::feature_space::FeatureSpace;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{Push, Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::macro_pushes::solution;
use crate::search::{Perimeter, Prunings};

/// A search for the pushes of a solution. It is complete: if the target is never reached, all pushes are searched. If
/// the boxes cannot be pulled from the goals to the start, no solution exists.
#[derive(Debug)]
pub struct ByTarget<'a> {
    maze: &'a Maze<'a>,
    start: State,
    prunings: Prunings,
    perimeter: Perimeter,
    /// The search by pulls; `None` if the boxes cannot be pulled to the start.
    pulls: Option<Box<TargetSearch<'a>>>,
    /// The search by pushes, while the search by pulls rests.
    pushes: Option<Box<FeatureSpace<Towards<'a>>>>,
    /// Statistics of an earlier search by pushes.
    before: Progress,
}

/// Number of positions by pushes towards the first target: if more are needed, the search by pulls goes on.
const FIRST_PUSHES: u64 = 500;

impl<'a> ByTarget<'a> {
    /// Creates the search, with the filled goals open. All positions that pulls reach are added to `perimeter`.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        perimeter: Perimeter,
        prunings: &Prunings,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let pulls = TargetSearch::new(maze, start, perimeter.clone(), meter)?;
        Ok(Self {
            maze,
            start: State::of(maze.board, start, &mut Region::new(maze.board.len())),
            prunings: prunings.clone(),
            perimeter,
            pulls: pulls.map(Box::new),
            pushes: None,
            before: Progress::default(),
        })
    }

    /// Returns the search by pushes towards the target.
    fn towards(&self, target: State, meter: &mut Meter) -> Result<FeatureSpace<Towards<'a>>, Stop> {
        let mut towards = Towards::new(self.maze, target.boxes, self.perimeter.clone(), &self.prunings, meter)?;
        let nearness = towards.nearness(&self.start, meter)?;
        FeatureSpace::new(towards, self.start.clone(), nearness, meter)
    }

    /// Returns how many pushes and positions each rule has refused.
    pub fn refused(&self) -> Refusals {
        self.pushes.as_ref().map(|space| space.domain.moves.refused()).unwrap_or_default()
    }
}

impl Drop for ByTarget<'_> {
    /// Releases the memory of the positions reached by pulls.
    fn drop(&mut self) {
        self.perimeter.clear();
    }
}

impl Search for ByTarget<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let Some(pulls) = &mut self.pulls else { return Ok(Status::Exhausted) };
        // 1. Pull, up to the first target, or the last one.
        let Some(pushes) = &mut self.pushes else {
            let target = match pulls.step(meter)? {
                Status::Running => return Ok(Status::Running),
                Status::Found(target) => target,
                Status::Exhausted => self.start.clone(),
            };
            self.pushes = Some(Box::new(self.towards(target, meter)?));
            return Ok(Status::Running);
        };
        // 2. Push towards it; if the first target is not reached soon, pull on.
        if pushes.generated() > FIRST_PUSHES && pulls.go_on() {
            self.before = pushes.progress();
            self.pushes = None;
            return Ok(Status::Running);
        }
        let status = pushes.step(meter)?;
        Ok(status.map(|last| solution(pushes, last, &self.perimeter, |towards| &mut towards.moves)))
    }

    fn is_complete(&self) -> bool {
        self.pushes.as_ref().is_none_or(|space| space.is_complete())
    }

    fn progress(&self) -> Progress {
        let before = self.pulls.as_ref().map_or(self.before, |pulls| pulls.progress().after(&self.before));
        match &self.pushes {
            Some(space) => Progress { pruned: space.domain.moves.pruned(), ..space.progress() }.after(&before),
            None => before,
        }
    }

    fn compact(&mut self) -> bool {
        match (&mut self.pushes, &mut self.pulls) {
            (Some(pushes), _) => pushes.compact(),
            (None, pulls) => pulls.as_mut().is_some_and(|pulls| pulls.compact()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::Purposes;
    use crate::level::Level;
    use crate::push::walk_and_push;
    use crate::run::drive;

    fn solved(text: &str) -> Option<usize> {
        let level = Level::from_xsb("", text).unwrap();
        let mut meter = Meter::unlimited();
        let maze = Maze::new(&level.board, &mut meter).unwrap();
        let perimeter = Perimeter::new(level.board.len());
        let prunings = Prunings::all(Purposes::THOROUGH_SEARCHES);
        let mut search = ByTarget::new(&maze, &level.start, perimeter, &prunings, &mut meter).unwrap();
        let pushes = drive(&mut search, &mut meter).found()?;
        let (_, end) = walk_and_push(&level.board, &level.start, &pushes).unwrap();
        assert_eq!(end.boxes, level.board.goals(), "the pushes fill the goals");
        Some(pushes.len())
    }

    #[test]
    fn a_level_is_solved_by_pushes_towards_the_target() {
        let text = "###########\n#   .     #\n# $ .  ## #\n# $ .  ## #\n# $@#     #\n#   #     #\n###########\n";
        assert!(solved(text).is_some());
        assert_eq!(solved("########\n#@ $ . #\n########\n"), Some(2));
    }

    #[test]
    fn a_level_without_solution_is_exhausted() {
        assert_eq!(solved("#####\n#$@.#\n#####\n"), None, "a box in a corner");
        assert_eq!(solved("#######\n#  #  #\n#@$$..#\n#  #  #\n#######\n"), None, "two boxes in a row before a door");
    }
}
