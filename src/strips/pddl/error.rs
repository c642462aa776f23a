//! Faults of PDDL texts with their places, and features that are not read.

use super::REQUIREMENTS;
use super::lex::Word;
use crate::run::Stop;
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

/// Fault of a PDDL text, with its place and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}; expected {expected}")]
pub struct Error {
    /// Place of the fault.
    pub place: Location,
    /// Description of the fault.
    pub problem: String,
    /// Description of the text that was expected here.
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

impl Error {
    pub(super) fn new(place: Location, problem: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { place, problem: problem.into(), expected: expected.into() }
    }

    /// Returns the error for a word of a feature of PDDL that is not read; `None` for other words.
    pub(super) fn unread(word: &Word<'_>) -> Option<Self> {
        let text = word.text.as_ref();
        let has = |&&(feature, _, words): &&Feature| feature == text || words.contains(&text);
        FEATURES.iter().find(has).map(|(feature, ..)| Self::of_feature(word.place, text, feature))
    }

    /// Returns the error for text at a place that needs a requirement which is not read.
    pub(super) fn of_feature(place: Location, text: &str, feature: &str) -> Self {
        let brackets = if text == feature { String::new() } else { format!(" ({feature})") };
        let is_known = FEATURES.iter().any(|&(known, by_fast_downward, _)| known == feature && by_fast_downward);
        let reader =
            if is_known { "Fast Downward reads this" } else { "neither this planner nor Fast Downward reads this" };
        let expected = format!("{} at most; {reader}", REQUIREMENTS.join(" "));
        Self::new(place, format!("`{text}`{brackets} is not supported"), expected)
    }
}

/// A requirement that is not read, whether Fast Downward reads it, and the words that need it.
type Feature = (&'static str, bool, &'static [&'static str]);

const FEATURES: [Feature; 12] = [
    (":conditional-effects", true, &["when"]),
    (":disjunctive-preconditions", true, &["or", "imply"]),
    (":existential-preconditions", true, &["exists"]),
    (":universal-preconditions", true, &["forall"]),
    (":derived-predicates", true, &[":derived", ":axiom"]),
    (":numeric-fluents", false, &["<", "<=", ">", ">=", "+", "-", "*", "/", "assign", "decrease"]),
    (":fluents", false, &["scale-up", "scale-down"]),
    (":durative-actions", false, &[":durative-action", ":duration", "over"]),
    (":timed-initial-literals", false, &[]),
    (":preferences", false, &["preference", "is-violated"]),
    (":constraints", false, &["always", "sometime", "within", "at-most-once"]),
    (":non-deterministic", false, &["oneof", "probabilistic"]),
];
