//! The proof that a level has no solution, for pages.

use crate::proof::Attempt;
use serde::Serialize;

/// Proof that a level has no solution, or the reason why none was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportProof {
    /// Text of a proof that the checker has accepted, which the page draws; `None` if none was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Reason why no proof was found; `None` if one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unproved: Option<String>,
}

impl From<Attempt> for ReportProof {
    fn from(Attempt { proof, unproved, .. }: Attempt) -> Self {
        Self { text: proof.map(|proof| proof.text), unproved }
    }
}
