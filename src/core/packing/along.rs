//! A search for a packing plan, and then a search along it.

use super::{BackwardPacking, PackingPlan};
use crate::run::{Meter, Progress, Search, Status, Stop};
use std::fmt;

/// Starts a search along a packing plan; without one every filled goal counts as packed.
type Start<'a, S> = Box<dyn FnMut(Option<PackingPlan>, &mut Meter) -> Result<S, Stop> + 'a>;

/// A search for a packing plan, and then a search along it, which gives the progress and the solution.
pub struct AlongPacking<'a, S> {
    packing: Box<BackwardPacking<'a>>,
    start: Start<'a, S>,
    search: Option<Box<S>>,
}

impl<'a, S> AlongPacking<'a, S> {
    /// Creates the search; `start` starts the second search with the plan that `packing` finds, if it finds one.
    pub fn new(
        packing: BackwardPacking<'a>,
        start: impl FnMut(Option<PackingPlan>, &mut Meter) -> Result<S, Stop> + 'a,
    ) -> Self {
        Self { packing: Box::new(packing), start: Box::new(start), search: None }
    }

    /// Returns the second search; `None` while there is no packing plan.
    pub fn search(&self) -> Option<&S> {
        self.search.as_deref()
    }

    /// Returns the second search; `None` while there is no packing plan.
    pub fn search_mut(&mut self) -> Option<&mut S> {
        self.search.as_deref_mut()
    }
}

impl<S: fmt::Debug> fmt::Debug for AlongPacking<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlongPacking")
            .field("packing", &self.packing)
            .field("search", &self.search)
            .finish_non_exhaustive()
    }
}

impl<S: Search> Search for AlongPacking<'_, S> {
    type Solution = S::Solution;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<S::Solution>, Stop> {
        if let Some(search) = &mut self.search {
            return search.step(meter);
        }
        let plan = match self.packing.step(meter)? {
            Status::Running => return Ok(Status::Running),
            Status::Found(plan) => Some(plan),
            Status::Exhausted => None,
        };
        self.search = Some(Box::new((self.start)(plan, meter)?));
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        self.search().is_none_or(Search::is_complete)
    }

    fn progress(&self) -> Progress {
        self.search().map(Search::progress).unwrap_or_default()
    }

    fn compact(&mut self) -> bool {
        match &mut self.search {
            Some(search) => search.compact(),
            None => self.packing.compact(),
        }
    }
}
