//! The row of a proof.

use crate::proof::Attempt;
use serde::Serialize;

/// The row of a level with the result of an attempt to prove something about it.
#[derive(Debug, Serialize)]
pub(crate) struct ProofRow<'a> {
    title: &'a str,
    #[serde(flatten)]
    attempt: &'a Attempt,
    /// The proof as text.
    text: Option<&'a str>,
}

impl<'a> ProofRow<'a> {
    /// Of the level of this title.
    pub(crate) fn new(title: &'a str, attempt: &'a Attempt) -> Self {
        Self { title, attempt, text: attempt.proof.as_ref().map(|proof| proof.text.as_str()) }
    }
}
