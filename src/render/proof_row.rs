//! The JSON row of an attempt to prove that a level has no solution.

use crate::proof::Attempt;
use schemars::JsonSchema;
use serde::Serialize;

/// JSON row of a level with the result of an attempt to prove that it has no solution.
#[derive(Debug, JsonSchema, Serialize)]
pub(crate) struct ProofRow {
    /// Title of the level.
    title: String,
    #[serde(flatten)]
    attempt: Attempt,
    /// Text of the proof; `null` if the attempt found none.
    text: Option<String>,
}

impl ProofRow {
    /// Creates the row of an attempt on the level with this title.
    pub(crate) fn new(title: &str, attempt: Attempt) -> Self {
        let text = attempt.proof.as_ref().map(|proof| proof.text.clone());
        Self { title: title.to_owned(), attempt, text }
    }
}
