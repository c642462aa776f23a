//! The trait of all searches, and the loop that drives one.

use super::{Meter, Stop};
use serde::Serialize;

/// The result of one step of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status<S> {
    /// More steps are needed.
    Running,
    /// A solution.
    Found(S),
    /// Nothing is left to try. A proof that there is no solution only where [`Search::is_complete`] holds.
    Exhausted,
}

/// The end of a driven search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended<S> {
    /// A solution.
    Found(S),
    /// Nothing was left to try.
    Exhausted,
    /// A limit was reached, or the user interrupted. Driving the search again continues it.
    Stopped(Stop),
}

impl<S> Ended<S> {
    /// Returns the solution, if there is one.
    pub fn found(self) -> Option<S> {
        match self {
            Self::Found(solution) => Some(solution),
            Self::Exhausted | Self::Stopped(_) => None,
        }
    }
}

/// Statistics of a search, while it runs and at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Nodes taken from the queue and expanded.
    pub expanded: u64,
    /// Successors made, repeats included.
    pub generated: u64,
    /// Different states held.
    pub kept: u64,
    /// States dropped by deadlock tests.
    pub pruned: u64,
    /// The best estimate of the distance to the goal so far.
    pub best_estimate: Option<u32>,
    /// The most successors that one node had; 0 where it is not counted.
    pub largest_branching: u32,
    /// Steps from the root to the deepest node; 0 where it is not counted.
    pub depth: u32,
}

impl Progress {
    /// Counts an expanded node, with its successors.
    pub fn expanded(&mut self, successors: usize) {
        self.expanded += 1;
        self.generated += successors as u64;
        self.largest_branching = self.largest_branching.max(u32::try_from(successors).unwrap_or(u32::MAX));
    }

    /// Returns these statistics with what was expanded, generated and kept before.
    #[must_use]
    pub const fn after(self, before: &Self) -> Self {
        Self {
            expanded: before.expanded + self.expanded,
            generated: before.generated + self.generated,
            kept: before.kept + self.kept,
            ..self
        }
    }

    /// Keeps the minimum of the estimates.
    pub fn estimated(&mut self, estimate: u32) {
        self.best_estimate = Some(self.best_estimate.map_or(estimate, |best| best.min(estimate)));
    }

    /// Returns the mean number of successors.
    #[expect(clippy::cast_precision_loss, reason = "shown with few digits")]
    pub fn mean_branching(&self) -> f64 {
        self.generated as f64 / self.expanded.max(1) as f64
    }
}

/// A search that can be stepped and interrupted. It is ready to be stepped once it is made, and gives back the bytes
/// that it claimed when it is dropped.
pub trait Search {
    /// The type of a solution: pushes, a plan.
    type Solution;

    /// Expands one node. Claims everything that it needs (memory, a node, time) before it changes anything, or records
    /// how far it came. A step repeated after an error has the result that it would have had.
    ///
    /// # Errors
    /// A limit was reached; nothing is lost, and the next step continues.
    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop>;

    /// Returns whether exhaustion proves that there is no solution.
    fn is_complete(&self) -> bool;

    /// Returns the statistics so far.
    fn progress(&self) -> Progress;
}

impl<S: Search + ?Sized> Search for Box<S> {
    type Solution = S::Solution;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        (**self).step(meter)
    }

    fn is_complete(&self) -> bool {
        (**self).is_complete()
    }

    fn progress(&self) -> Progress {
        (**self).progress()
    }
}

/// Drives a search to its end or to a limit. After a limit, driving it again continues it.
pub fn drive<S: Search + ?Sized>(search: &mut S, meter: &mut Meter) -> Ended<S::Solution> {
    loop {
        match search.step(meter) {
            Ok(Status::Running) => {}
            Ok(Status::Found(solution)) => return Ended::Found(solution),
            Ok(Status::Exhausted) => return Ended::Exhausted,
            Err(stop) => return Ended::Stopped(stop),
        }
    }
}
