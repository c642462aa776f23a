//! What came of an attempt to prove something, for rows.

use super::{Proof, Proving};
use crate::run::Stop;
use serde::Serialize;

/// What came of it, as keys of a row.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Attempt {
    /// What was to be proved.
    pub claim: Option<String>,
    /// The deadlock rule whose boxes the proof began with.
    pub rule: Option<&'static str>,
    /// The proof.
    pub proof: Option<Proof>,
    /// Why there is none.
    pub unproved: Option<String>,
}

impl Attempt {
    /// Of a claim: what the prover says, or the limit that stopped it.
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
