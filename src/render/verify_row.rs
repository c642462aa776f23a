//! The JSON row of a solution that was checked.

use crate::level::{LurdError, Metrics, ReplayError};
use serde::Serialize;
use thiserror::Error;

/// Why a solution of a file was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadSolution {
    /// The text is not a list of moves.
    #[error("{0}")]
    NoLurd(#[from] LurdError),
    /// The rules forbid a move, or the level is not solved at the end.
    #[error("{0}")]
    Broken(#[from] ReplayError),
    /// The level of the solution has a fault.
    #[error("the level itself has a fault")]
    Fault,
    /// The file has no level for the solution.
    #[error("there is no such level")]
    NoLevel,
    /// The solution is valid, but its record states a wrong number of moves or pushes.
    #[error("it says {claimed} {what}, and has {real}")]
    Miscounted {
        /// Name of the count that differs, such as `pushes`.
        what: &'static str,
        /// Count that the record states.
        claimed: usize,
        /// Count that the solution has.
        real: usize,
    },
}

impl BadSolution {
    /// Returns whether the record is of a kind that is not checked here: reverse mode, or several players.
    pub const fn is_unsupported(&self) -> bool {
        matches!(self, Self::NoLurd(error) if error.is_unsupported)
    }
}

/// JSON row of one solution that was checked. The writer puts `type`, `schema`, `file` and `level` before its keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct VerifyRow<'a> {
    /// Title of the level.
    pub title: &'a str,
    /// Number of the line in the file with the first move of the solution, from 1.
    pub line: usize,
    /// Whether the solution solves the level.
    pub valid: bool,
    /// Metrics of the solution; left out if the solution is not valid.
    #[serde(flatten)]
    pub metrics: Option<Metrics>,
    /// Number of the first illegal move, from 1, or of the last move if the level is not solved at the end; `null`
    /// without such a fault.
    pub broken_at: Option<usize>,
    /// Why the solution is rejected, in words; `null` if it is valid.
    pub reason: Option<String>,
}

impl<'a> VerifyRow<'a> {
    /// Returns the row of a solution that begins on this line, given the result of the check.
    pub fn new(title: &'a str, line: usize, checked: &Result<Metrics, BadSolution>) -> Self {
        let bad = checked.as_ref().err();
        let broken_at = bad.and_then(|bad| if let BadSolution::Broken(broken) = bad { Some(broken.at) } else { None });
        let metrics = checked.as_ref().ok().copied();
        Self { title, line, valid: bad.is_none(), metrics, broken_at, reason: bad.map(ToString::to_string) }
    }
}
