//! Results of attempts at proofs, for rows.

use super::{Proof, Proving};
use crate::run::Stop;
use serde::Serialize;

/// Result of an attempt to prove a claim, as keys of a row.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Attempt {
    /// Claim that was to be proved, in words.
    pub claim: Option<String>,
    /// Name of the deadlock rule that found the boxes with which the attempt began; `None` if no rule did.
    pub rule: Option<&'static str>,
    /// Proof of the claim; `None` if none was found.
    pub proof: Option<Proof>,
    /// Reason why no proof was found; `None` if one was found.
    pub unproved: Option<String>,
}

impl Attempt {
    /// Creates the result for a claim from the answer of the prover, or from the limit that stopped the prover.
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
