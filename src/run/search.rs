//! The trait of all searches, and the loop that runs a search.

use super::meter::count32;
use super::{Meter, Stop};
use std::time::{Duration, Instant};

/// Result of one step of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status<S> {
    /// The search goes on: more steps are needed.
    Running,
    /// A solution was found.
    Found(S),
    /// Nothing is left to try; this proves that no solution exists only if [`Search::is_complete`].
    Exhausted,
}

impl<S> Status<S> {
    /// Returns the status with the solution converted by `into`.
    pub fn map<T>(self, into: impl FnOnce(S) -> T) -> Status<T> {
        match self {
            Self::Running => Status::Running,
            Self::Found(solution) => Status::Found(into(solution)),
            Self::Exhausted => Status::Exhausted,
        }
    }
}

/// Result of [`drive`], which runs a search to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEnd<S> {
    /// A solution was found.
    Found(S),
    /// Nothing was left to try.
    Exhausted,
    /// A limit was reached, or the user interrupted.
    Stopped(Stop),
}

impl<S> SearchEnd<S> {
    /// Returns the solution; `None` if no solution was found.
    pub fn found(self) -> Option<S> {
        match self {
            Self::Found(solution) => Some(solution),
            Self::Exhausted | Self::Stopped(_) => None,
        }
    }
}

/// Statistics of a search, while it runs and at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Number of nodes taken from the queue and expanded.
    pub expanded: u64,
    /// Number of successors generated, repeated states included.
    pub generated: u64,
    /// Number of different states that are stored.
    pub kept: u64,
    /// Number of states dropped by deadlock tests.
    pub pruned: u64,
    /// Least estimate of the distance of a state to a solution so far; `None` if the search makes no estimates.
    pub best_estimate: Option<u32>,
    /// Greatest number of successors of one node; 0 if they are not counted.
    pub largest_branching: u32,
    /// Number of steps from the root to the deepest node; 0 if they are not counted.
    pub depth: u32,
}

impl Progress {
    /// Counts an expanded node and the number of its successors.
    pub fn expanded(&mut self, successors: usize) {
        self.expanded += 1;
        self.generated += successors as u64;
        self.largest_branching = self.largest_branching.max(count32(successors));
    }

    /// Returns the statistics of this search with the counts of an earlier search, `before`, added.
    #[must_use]
    pub const fn after(self, before: &Self) -> Self {
        Self {
            expanded: before.expanded + self.expanded,
            generated: before.generated + self.generated,
            kept: before.kept + self.kept,
            ..self
        }
    }

    /// Lowers `best_estimate` to `estimate`, if `estimate` is less.
    pub fn estimated(&mut self, estimate: u32) {
        self.best_estimate = Some(self.best_estimate.map_or(estimate, |best| best.min(estimate)));
    }

    /// Returns the mean number of successors of an expanded node.
    #[expect(clippy::cast_precision_loss, reason = "shown with few digits")]
    pub fn mean_branching(&self) -> f64 {
        self.generated as f64 / self.expanded.max(1) as f64
    }
}

/// A search that is stepped node by node.
pub trait Search {
    /// Solution of the search, like pushes or a plan.
    type Solution;

    /// Expands one node. Limits are checked before it, by [`Meter::ready`]. A step fails only if its node takes long; then the
    /// search is over: it must not be stepped again, and has proved no statement.
    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop>;

    /// True if exhaustion of the search proves that no solution exists; of a search that does not say so it never does.
    fn is_complete(&self) -> bool {
        false
    }

    /// Returns the statistics of the search so far.
    fn progress(&self) -> Progress;

    /// Drops the least promising states when memory is short; true if memory was released. The search continues with the other
    /// states, and claims no proof that depends on dropped states.
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

/// Steps a search for a turn of `nodes` nodes and `time`. The turn ends between two nodes, with [`Stop::NodeLimit`] or
/// [`Stop::TimeLimit`], and a further turn continues; [`Meter::exhausted`] tells whether the meter's limits were met as well.
pub fn drive_turn<S: Search + ?Sized>(
    search: &mut S,
    nodes: Option<u64>,
    time: Option<Duration>,
    meter: &mut Meter,
) -> SearchEnd<S::Solution> {
    let (end, began) = (nodes.map(|nodes| meter.nodes().saturating_add(nodes)), Instant::now());
    meter.reset_clock();
    loop {
        if end.is_some_and(|end| meter.nodes() >= end) {
            return SearchEnd::Stopped(Stop::NodeLimit);
        }
        if time.is_some_and(|time| began.elapsed() >= time) {
            return SearchEnd::Stopped(Stop::TimeLimit);
        }
        match meter.ready().and_then(|()| search.step(meter)) {
            Ok(Status::Running) => {}
            Ok(Status::Found(solution)) => return SearchEnd::Found(solution),
            Ok(Status::Exhausted) => return SearchEnd::Exhausted,
            Err(stop) => return SearchEnd::Stopped(stop),
        }
    }
}

/// Steps a search until it ends or a limit is met.
pub fn drive<S: Search + ?Sized>(search: &mut S, meter: &mut Meter) -> SearchEnd<S::Solution> {
    drive_turn(search, None, None, meter)
}
