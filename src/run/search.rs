//! The one trait behind which every search stands, and the loop that drives it.

use super::{Meter, Stop};
use serde::Serialize;

/// What one step of a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status<S> {
    /// More steps are needed.
    Running,
    /// A solution.
    Found(S),
    /// Nothing is left to try. A proof that there is none only where [`Search::is_complete`] says so.
    Exhausted,
}

/// How a driven search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended<S> {
    /// A solution.
    Found(S),
    /// Nothing was left to try.
    Exhausted,
    /// A limit was met, or the user asked to stop. Driving the search again goes on where it stopped.
    Stopped(Stop),
}

impl<S> Ended<S> {
    /// The solution, if there is one.
    pub fn found(self) -> Option<S> {
        match self {
            Self::Found(solution) => Some(solution),
            Self::Exhausted | Self::Stopped(_) => None,
        }
    }
}

/// What a search tells of itself, while it runs and at its end.
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
    /// The most successors that one node had; 0 where nobody counts them.
    pub largest_branching: u32,
    /// Steps from the root to the deepest node; 0 where nobody counts them.
    pub depth: u32,
}

impl Progress {
    /// Counts a node that was expanded, with its successors.
    pub fn expanded(&mut self, successors: usize) {
        self.expanded += 1;
        self.generated += successors as u64;
        self.largest_branching = self.largest_branching.max(u32::try_from(successors).unwrap_or(u32::MAX));
    }

    /// Keeps the best estimate.
    pub fn estimated(&mut self, estimate: u32) {
        self.best_estimate = Some(self.best_estimate.map_or(estimate, |best| best.min(estimate)));
    }

    /// Successors of a node, in the mean.
    #[expect(clippy::cast_precision_loss, reason = "shown with few digits")]
    pub fn mean_branching(&self) -> f64 {
        self.generated as f64 / self.expanded.max(1) as f64
    }
}

/// A search that can be stepped, interrupted and asked how it fares. It is ready to be stepped once it is made, and gives
/// back the bytes that it claimed when it is dropped.
pub trait Search {
    /// What it looks for: pushes, a plan.
    type Solution;

    /// Expands one node: looks at what is next, claims all that it takes (memory, a node, time), and only then changes
    /// anything; or remembers how far it came. Steps repeated after an error come to what they would have come to.
    ///
    /// # Errors
    /// A limit was met; nothing is lost, and the search goes on with its next step.
    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop>;

    /// Does running dry prove that there is no solution?
    fn is_complete(&self) -> bool;

    /// How it fares.
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

/// Drives a search to its end or to a limit. After a limit, driving it again goes on.
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
