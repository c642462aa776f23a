//! The packing plans of a level, each made once.

use super::{Order, PackingGuide, PackingPlan};
use crate::level::Position;
use crate::maze::Maze;
use crate::run::{Meter, Stop};
use std::sync::{Arc, OnceLock};

/// What is known of them. Handles share it, within one thread or between several: who needs a plan first makes it.
#[derive(Clone, Debug, Default)]
pub struct PackingPlans(Arc<Known>);

/// `None` within: it was looked for, and there is none.
#[derive(Debug, Default)]
struct Known {
    by_sinks: OnceLock<Option<PackingPlan>>,
    by_starts: OnceLock<Option<PackingPlan>>,
}

impl PackingPlans {
    /// The plan in which boxes come straight from where they stand at the start, or are parked where they must.
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

    /// The plan by sinks, once the search for it has ended.
    pub(super) fn by_sinks(&self) -> Option<Option<PackingPlan>> {
        self.0.by_sinks.get().cloned()
    }

    /// The search for the plan by sinks has ended with this.
    pub(super) fn keep_by_sinks(&self, plan: Option<&PackingPlan>) {
        self.0.by_sinks.get_or_init(|| plan.cloned());
    }
}
