//! The player's progress along a plan.

use crate::assist::{Plan, Station};
use crate::level::{Level, Square};

/// Plan, and how far the player has followed the plan.
#[derive(Clone, Debug)]
pub(super) struct Tracking {
    /// Whole plan from the position in which it was made.
    pub(super) plan: Plan,
    stations: Vec<Station>,
    at: Option<usize>,
}

impl Tracking {
    /// Creates the tracking of a plan from the level's start, where the player is.
    pub(super) fn new(plan: Plan, level: &Level) -> Self {
        let stations = plan.stations(&level.board, &level.start);
        Self { plan, stations, at: Some(0) }
    }

    /// Finds the position of the plan with these boxes, first among later positions; if none has, the plan is left.
    pub(super) fn follow(&mut self, boxes: &[Square]) {
        let from = self.at.unwrap_or(0);
        let here = |station: &Station| station.boxes == boxes;
        let ahead = self.stations[from..].iter().position(here).map(|ahead| from + ahead);
        self.at = ahead.or_else(|| self.stations[..from].iter().rposition(here));
    }

    /// Returns the number of steps done; `None` if the player has left the plan.
    pub(super) fn done(&self) -> Option<usize> {
        Some(self.stations[self.at?].step)
    }

    /// Returns the rest of the plan; `None` if the player has left it, or the known pushes of a guess are all made.
    pub(super) fn rest(&self) -> Option<Plan> {
        let station = &self.stations[self.at?];
        let rest = self.plan.rest(station);
        let is_known = self.plan.is_solution || rest.steps.first().is_some_and(|next| !next.pushes.is_empty());
        is_known.then_some(rest)
    }
}
