//! The result of an attempt at a proof, for rows.

use super::{Proof, Proving};
use crate::run::Stop;
use serde::Serialize;

/// The result of the attempt, as keys of a row.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Attempt {
    /// The claim to prove.
    pub claim: Option<String>,
    /// The deadlock rule that named the first boxes of the proof.
    pub rule: Option<&'static str>,
    /// The proof.
    pub proof: Option<Proof>,
    /// The reason why there is no proof.
    pub unproved: Option<String>,
}

impl Attempt {
    /// Makes the result for a claim, from that of the prover, or from the limit that stopped it.
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
