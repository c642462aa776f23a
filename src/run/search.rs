//! The trait of all searches, and the loop that drives one.

use super::{Meter, Stop};

/// The result of one step of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status<S> {
    /// More steps are needed.
    Running,
    /// A solution.
    Found(S),
    /// Nothing is left to try: a proof that no solution exists only if [`Search::is_complete`].
    Exhausted,
}

impl<S> Status<S> {
    /// Returns the status with another form of the solution.
    pub fn map<T>(self, into: impl FnOnce(S) -> T) -> Status<T> {
        match self {
            Self::Running => Status::Running,
            Self::Found(solution) => Status::Found(into(solution)),
            Self::Exhausted => Status::Exhausted,
        }
    }
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

/// The statistics of a search, while it runs and at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The nodes taken from the queue and expanded.
    pub expanded: u64,
    /// The successors generated, repeats included.
    pub generated: u64,
    /// The different states held.
    pub kept: u64,
    /// The states dropped by deadlock tests.
    pub pruned: u64,
    /// The best estimate of the distance to the goal so far.
    pub best_estimate: Option<u32>,
    /// The most successors of one node; 0 if they are not counted.
    pub largest_branching: u32,
    /// The steps from the root to the deepest node; 0 if they are not counted.
    pub depth: u32,
}

impl Progress {
    /// Counts an expanded node, with its successors.
    pub fn expanded(&mut self, successors: usize) {
        self.expanded += 1;
        self.generated += successors as u64;
        self.largest_branching = self.largest_branching.max(u32::try_from(successors).unwrap_or(u32::MAX));
    }

    /// Returns the statistics with the counts of an earlier search added.
    #[must_use]
    pub const fn after(self, before: &Self) -> Self {
        Self {
            expanded: before.expanded + self.expanded,
            generated: before.generated + self.generated,
            kept: before.kept + self.kept,
            ..self
        }
    }

    /// Updates the minimum of the estimates.
    pub fn estimated(&mut self, estimate: u32) {
        self.best_estimate = Some(self.best_estimate.map_or(estimate, |best| best.min(estimate)));
    }

    /// Returns the mean number of successors.
    #[expect(clippy::cast_precision_loss, reason = "shown with few digits")]
    pub fn mean_branching(&self) -> f64 {
        self.generated as f64 / self.expanded.max(1) as f64
    }
}

/// A search that can be stepped and interrupted. It releases the bytes that it claimed when it is dropped.
pub trait Search {
    /// The type of a solution, like pushes or a plan.
    type Solution;

    /// Expands one node. It claims everything that it needs (memory, a node, time) before it changes anything, or
    /// records its progress, so that a step repeated after an error has the result of an uninterrupted one.
    ///
    /// # Errors
    /// A limit was reached; nothing is lost, and the next step continues.
    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop>;

    /// Returns whether exhaustion proves that there is no solution.
    fn is_complete(&self) -> bool;

    /// Returns the statistics so far.
    fn progress(&self) -> Progress;

    /// Drops the least promising states when memory is short; the search goes on with the others, and makes no proof
    /// that depends on the dropped ones. Returns whether any memory was released.
    fn compact(&mut self) -> bool {
        false
    }
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

    fn compact(&mut self) -> bool {
        (**self).compact()
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
