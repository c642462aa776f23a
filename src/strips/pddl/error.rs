//! Errors of PDDL texts, with their place.

use std::fmt;
use thiserror::Error;

/// A place in a text; both count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The line.
    pub line: u32,
    /// The column in the line.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A fault of a PDDL text, its place, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}; expected {expected}")]
pub struct Error {
    /// The place.
    pub place: Location,
    /// What is wrong.
    pub problem: String,
    /// What was expected.
    pub expected: String,
}

impl Error {
    pub(super) fn new(place: Location, problem: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { place, problem: problem.into(), expected: expected.into() }
    }
}
