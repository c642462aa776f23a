//! What an attempt at a proof led to, for rows.

use super::{Proof, Proving};
use crate::run::Stop;
use serde::Serialize;

/// What an attempt at a proof led to, as keys of a row.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Attempt {
    /// Claim that was to be proved, in words.
    pub claim: Option<String>,
    /// Deadlock rule that named the first boxes of the proof; `None` if no rule did.
    pub rule: Option<&'static str>,
    /// Proof of the claim; `None` if none was found.
    pub proof: Option<Proof>,
    /// Why there is no proof; `None` if there is one.
    pub unproved: Option<String>,
}

impl Attempt {
    /// Creates the result for a claim, from what the prover returned, or from the limit that stopped it.
    pub fn new(claim: String, rule: Option<&'static str>, proving: Result<Proving, Stop>) -> Self {
        let (proof, unproved) = match proving {
            Ok(Proving::Proved(proof)) => (Some(proof), None),
            Ok(Proving::Solvable) => (None, Some("it has a solution".to_owned())),
            Ok(Proving::Open(why)) => (None, Some(why.to_owned())),
            Err(stop) => (None, Some(stop.to_string())),
        };
        Self { claim: Some(claim), rule, proof, unproved }
    }
}
