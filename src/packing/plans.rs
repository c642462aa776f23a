//! The packing plans of a level, each computed once.

use super::{Order, PackingGuide, PackingPlan};
use crate::level::Position;
use crate::maze::Maze;
use crate::run::{Meter, Stop};
use std::sync::{Arc, OnceLock};

/// The packing plans of a level. Clones, also on other threads, share the plans; each is computed when first needed.
#[derive(Clone, Debug, Default)]
pub struct PackingPlans(Arc<Known>);

/// Plans that were searched for; the inner `None` says that no plan was found.
#[derive(Debug, Default)]
struct Known {
    by_sinks: OnceLock<Option<PackingPlan>>,
    by_starts: OnceLock<Option<PackingPlan>>,
}

impl PackingPlans {
    /// Returns the plan in which boxes come directly from their starts, or are parked if necessary; `None` without one.
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

    /// Returns the plan of the search from the end, `Some(None)` if it found none; `None` before the search has ended.
    pub(super) fn by_sinks(&self) -> Option<Option<PackingPlan>> {
        self.0.by_sinks.get().cloned()
    }

    /// Stores the result of the search for a plan from the end; `None` if it found no plan.
    pub(super) fn keep_by_sinks(&self, plan: Option<&PackingPlan>) {
        self.0.by_sinks.get_or_init(|| plan.cloned());
    }
}
