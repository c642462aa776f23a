//! Texts with several proofs, and claims in words.

use super::Claim;
use std::fmt;

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dead => write!(f, "dead"),
            Self::Unsolvable => write!(f, "unsolvable"),
            Self::Bound(pushes) => write!(f, "bound {pushes}"),
            Self::Optimal(pushes) => write!(f, "optimal {pushes}"),
        }
    }
}

/// Returns the proofs in a text, each with the line at which it begins, from 1.
pub fn proofs(text: &str) -> Vec<(usize, String)> {
    let mut proofs: Vec<(usize, String)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.starts_with("sokoproof ") {
            proofs.push((at + 1, String::new()));
        }
        if let Some((_, proof)) = proofs.last_mut() {
            proof.push_str(line);
            proof.push('\n');
        }
    }
    proofs
}
