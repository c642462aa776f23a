//! The layer `global`: whether a position can still be solved, by a search within limits.

use crate::level::Level;
use crate::run::Meter;
use crate::solve::{Group, InternalError, Options, Outcome, solve};

/// Result of a search for a solution within limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Global {
    /// A solution exists: these moves in LURD, verified.
    Alive(String),
    /// It is proved that no solution exists.
    Dead,
    /// The search ended within its limits without a result.
    Unknown,
}

impl Global {
    /// Searches for a solution from the level's start.
    ///
    /// # Errors
    /// A fault of the search.
    pub fn ask(level: &Level, meter: &mut Meter) -> Result<Self, InternalError> {
        let options = Options::default().with_choice(Group::Pushes);
        match solve(level, &options, meter).outcome {
            Outcome::Solved(solution) => Ok(Self::Alive(solution.lurd)),
            Outcome::Unsolvable => Ok(Self::Dead),
            Outcome::GaveUp | Outcome::Stopped(_) => Ok(Self::Unknown),
            Outcome::InternalError(error) => Err(error),
        }
    }

    /// Returns the word of the result in reports.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Alive(_) => "alive",
            Self::Dead => "dead",
            Self::Unknown => "unknown",
        }
    }
}
