//! Two searches, one after the other; the second is created from the result of the first.

use super::{Meter, Progress, Search, Status, Stop};
use std::fmt;

/// Creates the second search from the solution of the first search, or from `None` if that found no solution; returns
/// `None` if no second search is needed. A call that returned an error is repeated.
type Make<'a, S, B> = Box<dyn FnMut(Option<&S>, &mut Meter) -> Result<Option<B>, Stop> + 'a>;

/// Two searches, one after the other. Both can be continued after a limit.
///
/// ```
/// use sokoplan_run::{Meter, Progress, Search, Status, Stop, Then, drive};
///
/// struct CountsTo(u32, u32);
///
/// impl Search for CountsTo {
///     type Solution = u32;
///
///     fn step(&mut self, _: &mut Meter) -> Result<Status<u32>, Stop> {
///         self.1 += 1;
///         Ok(if self.1 == self.0 { Status::Found(self.0) } else { Status::Running })
///     }
///
///     fn is_complete(&self) -> bool {
///         true
///     }
///
///     fn progress(&self) -> Progress {
///         Progress { expanded: self.1.into(), ..Progress::default() }
///     }
/// }
///
/// let twice = |found: Option<&u32>, _: &mut Meter| Ok(found.map(|found| CountsTo(2 * found, 0)));
/// let mut both = Then::new(CountsTo(3, 0), twice);
/// assert_eq!(drive(&mut both, &mut Meter::unlimited()).found(), Some(6));
/// ```
pub struct Then<'a, A: Search, B> {
    phase: Phase<A, A::Solution, B>,
    make: Make<'a, A::Solution, B>,
    /// Statistics of the first search, once it has ended.
    before: Progress,
}

enum Phase<A, S, B> {
    First(Box<A>),
    /// The second search is created next, from this solution of the first search.
    Between(Option<S>),
    Second(Box<B>),
    /// No second search is needed.
    Nothing,
}

impl<'a, A: Search, B> Then<'a, A, B> {
    /// Creates the pair, beginning with the first search; `make` creates the second from the result of the first.
    pub fn new(first: A, make: impl FnMut(Option<&A::Solution>, &mut Meter) -> Result<Option<B>, Stop> + 'a) -> Self {
        Self { phase: Phase::First(Box::new(first)), make: Box::new(make), before: Progress::default() }
    }

    /// Creates the pair without a first search; the second search is created from no solution.
    pub fn at_once(make: impl FnMut(Option<&A::Solution>, &mut Meter) -> Result<Option<B>, Stop> + 'a) -> Self {
        Self { phase: Phase::Between(None), make: Box::new(make), before: Progress::default() }
    }

    /// Returns the first search; `None` once it has ended.
    pub fn first(&self) -> Option<&A> {
        match &self.phase {
            Phase::First(first) => Some(first),
            _ => None,
        }
    }

    /// Returns the first search, to be changed; `None` once it has ended.
    pub fn first_mut(&mut self) -> Option<&mut A> {
        match &mut self.phase {
            Phase::First(first) => Some(first),
            _ => None,
        }
    }

    /// Returns the statistics of the first search, so far or at its end.
    pub fn first_progress(&self) -> Progress {
        self.first().map_or(self.before, A::progress)
    }

    /// Returns the second search; `None` before it is created.
    pub fn second(&self) -> Option<&B> {
        match &self.phase {
            Phase::Second(second) => Some(second),
            _ => None,
        }
    }

    /// Returns the second search, to be changed; `None` before it is created.
    pub fn second_mut(&mut self) -> Option<&mut B> {
        match &mut self.phase {
            Phase::Second(second) => Some(second),
            _ => None,
        }
    }

    /// Ends the first search with the solution `found`; `None` for no solution.
    pub fn end_first(&mut self, found: Option<A::Solution>) {
        self.before = self.first_progress();
        self.phase = Phase::Between(found);
    }
}

impl<A: Search, B: Search> Search for Then<'_, A, B> {
    type Solution = B::Solution;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<B::Solution>, Stop> {
        match &mut self.phase {
            Phase::First(first) => match first.step(meter)? {
                Status::Running => {}
                Status::Found(found) => self.end_first(Some(found)),
                Status::Exhausted => self.end_first(None),
            },
            Phase::Between(found) => {
                let second = (self.make)(found.as_ref(), meter)?;
                self.phase = second.map_or(Phase::Nothing, |second| Phase::Second(Box::new(second)));
            }
            Phase::Second(second) => return second.step(meter),
            Phase::Nothing => return Ok(Status::Exhausted),
        }
        Ok(Status::Running)
    }

    /// Returns whether the second search is complete; true if no second search was created.
    fn is_complete(&self) -> bool {
        self.second().is_none_or(B::is_complete)
    }

    /// Returns the statistics of the second search; all zero before that search is created.
    fn progress(&self) -> Progress {
        self.second().map(B::progress).unwrap_or_default()
    }

    /// Drops states of the search that is running.
    fn compact(&mut self) -> bool {
        match &mut self.phase {
            Phase::First(first) => first.compact(),
            Phase::Second(second) => second.compact(),
            Phase::Between(_) | Phase::Nothing => false,
        }
    }
}

impl<A: Search + fmt::Debug, B: fmt::Debug> fmt::Debug for Then<'_, A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.phase {
            Phase::First(first) => f.debug_tuple("First").field(first).finish(),
            Phase::Between(_) => f.write_str("Between"),
            Phase::Second(second) => f.debug_tuple("Second").field(second).finish(),
            Phase::Nothing => f.write_str("Nothing"),
        }
    }
}
