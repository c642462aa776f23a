//! How an attempt to solve a level ended.

use super::InternalError;
use crate::level::Metrics;
use crate::push::Push;
use crate::run::{Answer, Stop};

/// A verified solution of a level.
///
/// ```
/// use sokoplan_core::{Level, Solver};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("one push", "#####\n#@$.#\n#####")?;
/// let report = Solver::new(&level).solve();
/// let solution = report.solution().ok_or("no solution")?;
/// assert_eq!((solution.lurd.as_str(), solution.metrics.pushes), ("R", 1));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Pushes in order; empty if the level is solved at the start.
    pub pushes: Vec<Push>,
    /// Moves in LURD notation, with a shortest walk to each push.
    pub lurd: String,
    /// Pushes, moves and other metrics of the solution.
    pub metrics: Metrics,
}

/// How an attempt to solve a level ended.
///
/// ```
/// use sokoplan_core::{Level, Outcome, Solver};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("a box in a corner", "#####\n#$@.#\n#####")?;
/// match Solver::new(&level).solve().outcome {
///     Outcome::Unsolvable => {} // proved
///     other => panic!("{other:?}"),
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution was found, and verified by a replay that shares no code with the search.
    Solved(Solution),
    /// It is proved that no solution exists.
    Unsolvable,
    /// All chosen strategies ended without a solution or a proof.
    GaveUp,
    /// A limit was reached, or the user asked to stop.
    Stopped(Stop),
    /// A search returned moves that do not solve the level.
    InternalError(InternalError),
}

impl Outcome {
    /// Returns the outcome without its data, e.g. [`Answer::Solved`].
    pub const fn answer(&self) -> Answer {
        match self {
            Self::Solved(_) => Answer::Solved,
            Self::Unsolvable => Answer::Unsolvable,
            Self::GaveUp => Answer::GaveUp,
            Self::Stopped(stop) => stop.answer(),
            Self::InternalError(_) => Answer::InternalError,
        }
    }

    /// Returns the solution; `None` if none was found.
    pub const fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Solved(solution) => Some(solution),
            _ => None,
        }
    }

    /// True if no further search is needed: solved, proved unsolvable, or an internal error.
    pub(super) const fn is_decided(&self) -> bool {
        matches!(self, Self::Solved(_) | Self::Unsolvable | Self::InternalError(_))
    }
}
