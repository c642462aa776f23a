//! The search with a packing plan that is found first, by pulls.
//!
//! Both halves go on where a limit has cut them short. Without a plan every filled goal counts as packed.

use super::{Fess, Setting};
use crate::deadlock::Refused;
use crate::level::Position;
use crate::maze::Maze;
use crate::packing::{BackwardPacking, PackingPlan, Waiting};
use crate::push::Push;
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::{Perimeter, PushSearch};

/// The search; see the module.
#[derive(Debug)]
pub struct FessBySinks<'a> {
    maze: &'a Maze<'a>,
    start: Position,
    setting: Setting,
    perimeter: Perimeter,
    half: Half<'a>,
}

#[derive(Debug)]
enum Half<'a> {
    Plan(Box<BackwardPacking<'a>>),
    /// The search for a plan has ended, with one or without.
    Planned(Option<PackingPlan>),
    Pushes(Box<Fess<'a>>),
}

impl<'a> FessBySinks<'a> {
    /// Begins with the search for a plan.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        waiting: Waiting,
        setting: Setting,
        perimeter: Perimeter,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let half = Half::Plan(Box::new(BackwardPacking::new(maze, start, waiting, meter)?));
        Ok(Self { maze, start: start.clone(), setting, perimeter, half })
    }
}

impl Search for FessBySinks<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        match &mut self.half {
            Half::Plan(search) => match search.step(meter)? {
                Status::Running => {}
                Status::Found(plan) => self.half = Half::Planned(Some(plan)),
                Status::Exhausted => self.half = Half::Planned(None),
            },
            Half::Planned(plan) => {
                let (setting, perimeter) = (self.setting.clone(), self.perimeter.clone());
                let search = Fess::new(self.maze, &self.start, plan.clone(), setting, perimeter, meter)?;
                self.half = Half::Pushes(Box::new(search));
            }
            Half::Pushes(search) => return search.step(meter),
        }
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        match &self.half {
            Half::Pushes(search) => search.is_complete(),
            Half::Plan(_) | Half::Planned(_) => true,
        }
    }

    fn progress(&self) -> Progress {
        match &self.half {
            Half::Pushes(search) => search.progress(),
            Half::Plan(_) | Half::Planned(_) => Progress::default(),
        }
    }
}

impl PushSearch for FessBySinks<'_> {
    fn refused(&self) -> Refused {
        match &self.half {
            Half::Pushes(search) => search.refused(),
            Half::Plan(_) | Half::Planned(_) => Refused::default(),
        }
    }

    fn nearest(&self) -> Option<Position> {
        match &self.half {
            Half::Pushes(search) => search.nearest(),
            Half::Plan(_) | Half::Planned(_) => None,
        }
    }

    fn compact(&mut self) -> bool {
        match &mut self.half {
            Half::Plan(search) => search.compact(),
            Half::Planned(_) => false,
            Half::Pushes(search) => search.compact(),
        }
    }
}
