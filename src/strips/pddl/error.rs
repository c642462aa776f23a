//! Errors of PDDL texts, with their places.

use super::lex::{self, List, Tree};
use super::pace::Pace;
use crate::run::{Meter, Stop};
use std::fmt;
use thiserror::Error;

/// Place in a text: line and column from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Line in the text, from 1.
    pub line: u32,
    /// Column in the line, from 1.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Returns the place of the section with this keyword, and this name if given, like `(:action NAME ...)`; `None`
/// without it.
pub fn place_of(text: &str, keyword: &str, name: Option<&str>) -> Option<Location> {
    let word = |list: &List<'_>, index: usize| match list.items.get(index) {
        Some(Tree::Word(word)) => Some(word.text.to_string()),
        _ => None,
    };
    let meter = Meter::unlimited();
    let whole = lex::read(text, &Pace::new(text, &meter).ok()?).ok()?;
    let sections = whole.items.iter().filter_map(|item| item.list("").ok());
    let mut found = sections.filter(|list| word(list, 0).is_some_and(|head| head == keyword));
    found.find(|list| name.is_none_or(|name| word(list, 1).is_some_and(|second| second == name))).map(|list| list.place)
}

/// Fault of a PDDL text, with its place and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}; expected {expected}")]
pub struct Error {
    /// Place of the fault.
    pub place: Location,
    /// Description of the fault.
    pub problem: String,
    /// What was expected at this place.
    pub expected: String,
}

/// Reason why a PDDL text was not read completely.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// The first fault of the text.
    #[error(transparent)]
    Fault(#[from] Error),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl ReadError {
    /// Returns the fault of a text that was read without limits.
    pub(super) fn fault(self) -> Error {
        match self {
            Self::Fault(error) => error,
            Self::Stopped(stop) => Error::new(Location { line: 1, column: 1 }, stop.to_string(), "no limit"),
        }
    }
}

impl Error {
    pub(super) fn new(place: Location, problem: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { place, problem: problem.into(), expected: expected.into() }
    }
}
