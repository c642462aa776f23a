//! Both halves in turn: by pulls to a target, then by pushes towards it.

use super::TargetSearch;
use super::towards::Towards;
use crate::deadlock::Refused;
use crate::feature_space::FeatureSpace;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{Push, Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::macro_pushes::solution;
use crate::search::{Perimeter, Prunings, PushSearch};

/// A search for the pushes of a solution. Complete: the pushes are searched to the end if the target is never met.
#[derive(Debug)]
pub struct ByTarget<'a> {
    maze: &'a Maze<'a>,
    start: State,
    perimeter: Perimeter,
    prunings: Prunings,
    phase: Phase<'a>,
    /// The statistics of the pulls, once they are over.
    before: Progress,
}

/// The phase that is running.
#[derive(Debug)]
enum Phase<'a> {
    Pulls(Box<TargetSearch<'a>>),
    /// Between the halves: the target is known.
    Known(State),
    Pushes(Box<FeatureSpace<Towards<'a>>>),
    /// The boxes cannot be pulled from the goals to the start: there is no solution.
    Lost,
}

impl<'a> ByTarget<'a> {
    /// Begins at the filled goals. All positions that pulls reach are put into the perimeter.
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
        Ok(Self {
            maze,
            start: State::of(maze.board, start, &mut Region::new(maze.board.len())),
            perimeter,
            prunings: prunings.clone(),
            phase: pulls.map_or(Phase::Lost, |pulls| Phase::Pulls(Box::new(pulls))),
            before: Progress::default(),
        })
    }

    /// The search by pushes from the start.
    fn pushes(&self, target: &State, meter: &mut Meter) -> Result<Phase<'a>, Stop> {
        let (maze, perimeter) = (self.maze, self.perimeter.clone());
        let mut towards = Towards::new(maze, target.boxes.clone(), perimeter, &self.prunings, meter)?;
        let nearness = towards.nearness(&self.start, meter)?;
        Ok(Phase::Pushes(Box::new(FeatureSpace::new(towards, self.start.clone(), nearness, meter)?)))
    }
}

impl Search for ByTarget<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        match &mut self.phase {
            Phase::Lost => Ok(Status::Exhausted),
            Phase::Pulls(pulls) => {
                match pulls.step(meter)? {
                    Status::Running => {}
                    Status::Found(target) => {
                        self.before = pulls.progress();
                        self.phase = Phase::Known(target);
                    }
                    Status::Exhausted => self.phase = Phase::Lost,
                }
                Ok(Status::Running)
            }
            Phase::Known(target) => {
                let target = target.clone();
                self.phase = self.pushes(&target, meter)?;
                Ok(Status::Running)
            }
            Phase::Pushes(space) => Ok(match space.step(meter)? {
                Status::Running => Status::Running,
                Status::Exhausted => Status::Exhausted,
                Status::Found(last) => {
                    Status::Found(solution(space, last, &self.perimeter, |towards| &mut towards.moves))
                }
            }),
        }
    }

    fn is_complete(&self) -> bool {
        match &self.phase {
            Phase::Pushes(space) => space.is_complete(),
            Phase::Pulls(_) | Phase::Known(_) | Phase::Lost => true,
        }
    }

    fn progress(&self) -> Progress {
        let now = match &self.phase {
            Phase::Pulls(pulls) => return pulls.progress(),
            Phase::Pushes(space) => Progress { pruned: space.domain().moves.rules.total(), ..space.progress() },
            Phase::Known(_) | Phase::Lost => Progress::default(),
        };
        Progress {
            expanded: self.before.expanded + now.expanded,
            generated: self.before.generated + now.generated,
            kept: self.before.kept + now.kept,
            ..now
        }
    }
}

impl PushSearch for ByTarget<'_> {
    fn refused(&self) -> Refused {
        match &self.phase {
            Phase::Pushes(space) => space.domain().moves.rules.refused(),
            Phase::Pulls(_) | Phase::Known(_) | Phase::Lost => Refused::default(),
        }
    }

    /// The search for the target ends where memory is short, and the best position so far is the target.
    fn compact(&mut self) -> bool {
        match &mut self.phase {
            Phase::Pulls(pulls) => {
                let Some(target) = pulls.best() else { return false };
                self.before = pulls.progress();
                self.phase = Phase::Known(target);
                true
            }
            Phase::Pushes(space) => space.compact(),
            Phase::Known(_) | Phase::Lost => false,
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
        let prunings = Prunings::all(AskedBy::DEAR_NODES);
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
