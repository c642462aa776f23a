//! Search by pulls for a target position, followed by the search by pushes towards the target.

use super::TargetSearch;
use super::towards::Towards;
use crate::deadlock::Refused;
use crate::feature_space::FeatureSpace;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{Push, Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop, Then};
use crate::search::macro_pushes::solution;
use crate::search::{Perimeter, Prunings};

/// A search for the pushes of a solution. It is complete: if the target is never reached, all pushes are searched. If
/// the boxes cannot be pulled from the goals to the start, no solution exists.
#[derive(Debug)]
pub struct ByTarget<'a> {
    perimeter: Perimeter,
    halves: Then<'a, TargetSearch<'a>, FeatureSpace<Towards<'a>>>,
}

impl<'a> ByTarget<'a> {
    /// Creates the search, with the filled goals open. All positions that pulls reach are added to `perimeter`.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        perimeter: Perimeter,
        prunings: &Prunings,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let pulls = TargetSearch::new(maze, start, perimeter.clone(), meter)?;
        let start = State::of(maze.board, start, &mut Region::new(maze.board.len()));
        let (prunings, known) = (prunings.clone(), perimeter.clone());
        let pushes = move |target: Option<&State>, meter: &mut Meter| {
            let Some(target) = target else { return Ok(None) };
            let mut towards = Towards::new(maze, target.boxes.clone(), known.clone(), &prunings, meter)?;
            let nearness = towards.nearness(&start, meter)?;
            FeatureSpace::new(towards, start.clone(), nearness, meter).map(Some)
        };
        let halves = match pulls {
            Some(pulls) => Then::new(pulls, pushes),
            None => Then::at_once(pushes),
        };
        Ok(Self { perimeter, halves })
    }

    /// Returns how many pushes and positions each rule has refused.
    pub fn refused(&self) -> Refused {
        self.halves.second().map(|space| space.domain().moves.rules.refused()).unwrap_or_default()
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
        let last = match self.halves.step(meter)? {
            Status::Found(last) => last,
            Status::Running => return Ok(Status::Running),
            Status::Exhausted => return Ok(Status::Exhausted),
        };
        let found = self.halves.second_mut();
        let found = found.map(|space| solution(space, last, &self.perimeter, |towards| &mut towards.moves));
        Ok(found.map_or(Status::Running, Status::Found))
    }

    fn is_complete(&self) -> bool {
        self.halves.is_complete()
    }

    fn progress(&self) -> Progress {
        let pruned = self.halves.second().map_or(0, |space| space.domain().moves.rules.total());
        let first = self.halves.first_progress();
        if self.halves.first().is_some() {
            return first;
        }
        Progress { pruned, ..self.halves.progress() }.after(&first)
    }

    /// When memory is short, the search for the target ends with the best position so far as the target.
    fn compact(&mut self) -> bool {
        match self.halves.first().map(TargetSearch::best) {
            Some(None) => false,
            Some(target) => {
                self.halves.end_first(target);
                true
            }
            None => self.halves.second_mut().is_some_and(FeatureSpace::compact),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::AskedBy;
    use crate::level::Level;
    use crate::push::walk_and_push;
    use crate::run::drive;

    fn solved(text: &str) -> Option<usize> {
        let level = Level::from_xsb("", text).unwrap();
        let mut meter = Meter::unlimited();
        let maze = Maze::new(&level.board, &mut meter).unwrap();
        let perimeter = Perimeter::new(level.board.len());
        let prunings = Prunings::all(AskedBy::THOROUGH_SEARCHES);
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
