//! The JSON row of an attempt to prove that a level has no solution.

use crate::proof::Attempt;
use serde::Serialize;

/// JSON row of a level with the result of an attempt to prove that it has no solution.
#[derive(Debug, Serialize)]
pub(crate) struct ProofRow<'a> {
    title: &'a str,
    #[serde(flatten)]
    attempt: &'a Attempt,
    /// Text of the proof; `None` if the attempt found none.
    text: Option<&'a str>,
}

impl<'a> ProofRow<'a> {
    /// Creates the row of an attempt on the level with this title.
    pub(crate) fn new(title: &'a str, attempt: &'a Attempt) -> Self {
        Self { title, attempt, text: attempt.proof.as_ref().map(|proof| proof.text.as_str()) }
    }
}
