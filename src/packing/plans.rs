//! The packing plans of a level, each made once.

use super::{Order, PackingGuide, PackingPlan};
use crate::level::Position;
use crate::maze::Maze;
use crate::run::{Meter, Stop};
use std::sync::{Arc, OnceLock};

/// The plans of a level. Handles share them, within one thread or between several; the first that needs a plan makes
/// it.
#[derive(Clone, Debug, Default)]
pub struct PackingPlans(Arc<Known>);

/// The plans searched for; the inner `None` if there is no plan.
#[derive(Debug, Default)]
struct Known {
    by_sinks: OnceLock<Option<PackingPlan>>,
    by_starts: OnceLock<Option<PackingPlan>>,
}

impl PackingPlans {
    /// Returns the plan in which boxes come directly from their starts, or are parked if necessary.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn by_starts(&self, maze: &Maze<'_>, start: &Position, meter: &mut Meter) -> Result<Option<PackingPlan>, Stop> {
        if let Some(known) = self.0.by_starts.get() {
            return Ok(known.clone());
        }
        let plan = PackingGuide::new(maze, start, Order::One, meter)?.plan().cloned();
        Ok(self.0.by_starts.get_or_init(|| plan).clone())
    }

    /// Returns the plan by sinks, once the search for it has ended.
    pub(super) fn by_sinks(&self) -> Option<Option<PackingPlan>> {
        self.0.by_sinks.get().cloned()
    }

    /// Stores the result of the search for the plan by sinks.
    pub(super) fn keep_by_sinks(&self, plan: Option<&PackingPlan>) {
        self.0.by_sinks.get_or_init(|| plan.cloned());
    }
}
