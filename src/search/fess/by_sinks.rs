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
    phase: Phase<'a>,
}

#[derive(Debug)]
enum Phase<'a> {
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
        let phase = Phase::Plan(Box::new(BackwardPacking::new(maze, start, waiting, meter)?));
        Ok(Self { maze, start: start.clone(), setting, perimeter, phase })
    }
}

impl Search for FessBySinks<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        match &mut self.phase {
            Phase::Plan(search) => match search.step(meter)? {
                Status::Running => {}
                Status::Found(plan) => self.phase = Phase::Planned(Some(plan)),
                Status::Exhausted => self.phase = Phase::Planned(None),
            },
            Phase::Planned(plan) => {
                let (setting, perimeter) = (self.setting.clone(), self.perimeter.clone());
                let search = Fess::new(self.maze, &self.start, plan.clone(), setting, perimeter, meter)?;
                self.phase = Phase::Pushes(Box::new(search));
            }
            Phase::Pushes(search) => return search.step(meter),
        }
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        match &self.phase {
            Phase::Pushes(search) => search.is_complete(),
            Phase::Plan(_) | Phase::Planned(_) => true,
        }
    }

    fn progress(&self) -> Progress {
        match &self.phase {
            Phase::Pushes(search) => search.progress(),
            Phase::Plan(_) | Phase::Planned(_) => Progress::default(),
        }
    }
}

impl PushSearch for FessBySinks<'_> {
    fn refused(&self) -> Refused {
        match &self.phase {
            Phase::Pushes(search) => search.refused(),
            Phase::Plan(_) | Phase::Planned(_) => Refused::default(),
        }
    }

    fn nearest(&self) -> Option<Position> {
        match &self.phase {
            Phase::Pushes(search) => search.nearest(),
            Phase::Plan(_) | Phase::Planned(_) => None,
        }
    }

    fn compact(&mut self) -> bool {
        match &mut self.phase {
            Phase::Plan(search) => search.compact(),
            Phase::Planned(_) => false,
            Phase::Pushes(search) => search.compact(),
        }
    }
}
