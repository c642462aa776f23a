//! The JSON row of a checked solution.

use crate::level::{LurdError, Metrics, ReplayError};
use serde::Serialize;
use thiserror::Error;

/// The reason why a solution is bad.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadSolution {
    /// The text is not a list of moves.
    #[error("{0}")]
    NoLurd(#[from] LurdError),
    /// The rules forbid a move, or the level is not solved at the end.
    #[error("{0}")]
    Broken(#[from] ReplayError),
    /// The entry of the level is a fault.
    #[error("the level itself has a fault")]
    Fault,
    /// There is no level for the solution.
    #[error("there is no such level")]
    NoLevel,
    /// The solution is valid, but its stated length is wrong.
    #[error("it says {claimed} {what}, and has {real}")]
    Miscounted {
        /// The name of the count.
        what: &'static str,
        /// The stated count.
        claimed: usize,
        /// The count of its moves.
        real: usize,
    },
}

impl BadSolution {
    /// Returns whether the record cannot be judged here: reverse mode, or several players.
    pub const fn is_unsupported(&self) -> bool {
        matches!(self, Self::NoLurd(error) if error.is_unsupported)
    }
}

/// The row of one solution. The keys `type`, `schema`, `file` and `level` stand before these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerifyRow<'a> {
    /// The level's title.
    pub title: &'a str,
    /// The line of its first move in its file, from 1.
    pub line: usize,
    /// Whether it solves the level.
    pub valid: bool,
    /// Its cost, if it does.
    #[serde(flatten)]
    pub metrics: Option<Metrics>,
    /// The number of the first illegal move, from 1.
    pub broken_at: Option<usize>,
    /// The reason why it does not solve the level.
    pub reason: Option<String>,
}

impl<'a> VerifyRow<'a> {
    /// Returns the row of a result.
    pub fn new(title: &'a str, line: usize, checked: &Result<Metrics, BadSolution>) -> Self {
        let bad = checked.as_ref().err();
        let broken_at = bad.and_then(|bad| if let BadSolution::Broken(broken) = bad { Some(broken.at) } else { None });
        let metrics = checked.as_ref().ok().copied();
        Self { title, line, valid: bad.is_none(), metrics, broken_at, reason: bad.map(ToString::to_string) }
    }
}
