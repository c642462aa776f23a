//! How is a lost position proved to others? By a text that an independent checker accepts.
//!
//! Input: a position, and boxes that a deadlock rule has found. Output: the text of a proof that [`crate::sokoproof`] has accepted.
//! This code need not be trusted: the checker refuses a wrong proof. Lost positions are detected by `deadlock`, whose rules are
//! applied by the million; a proof is made on request.
//!
//! | deadlock | its proof |
//! |---|---|
//! | dead squares, corners, lines | the zone of all dead places, which has no goal |
//! | freeze | the frozen boxes, which can be pushed onto dead squares only |
//! | matching, frozen walls | the zone with too few goals |
//! | all others | the named boxes, or boxes grown from one box, and all positions that their pushes lead to |
//!
//! Some boxes are proved dead by following their pushes without the other boxes ([`Prover::dead`]); positions that an earlier row
//! of the table proves dead are not followed further. If the checker can follow the pushes of few boxes by itself, the picture of
//! these boxes is the only one in the proof.

mod closure;
mod draft;
mod lemmas;
mod pattern_space;
mod prover;
mod zone;

use crate::level::Square;
use crate::sokoproof::Proved;
pub use draft::drawn;
pub use prover::{Attempt, Prover};
use serde::Serialize;

/// Claim of a proof: a reason why a position is dead, or a lower bound on pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, schemars::JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A box is on a dead square.
    DeadSquares,
    /// Boxes freeze each other.
    Freeze,
    /// Boxes reach too few goals.
    Matching,
    /// Boxes reach too few goals, since frozen boxes block them.
    FrozenWalls,
    /// Boxes close off squares and cannot open them again.
    Corral,
    /// Some boxes are dead, whatever the squares of the other boxes.
    Boxes,
    /// All boxes together are dead.
    Position,
    /// No solution has fewer pushes than the claim states.
    Bound,
    /// No solution has fewer pushes than the claim states, and one with this number exists.
    Optimal,
}

/// A proof that the checker has accepted.
#[derive(Clone, Debug, schemars::JsonSchema, Serialize)]
pub struct Proof {
    /// Reason why the position is dead, or kind of the bound that is proved.
    pub kind: Kind,
    /// Number of pictures in the text besides the picture of the position.
    pub pictures: usize,
    /// Number of patterns that the checker has examined.
    pub patterns: usize,
    /// Length of the text in bytes.
    pub bytes: usize,
    /// Whether the checker has accepted the proof; always true.
    pub checked: bool,
    /// Squares of the boxes that are dead whatever the squares of the other boxes, ascending; empty for a bound.
    #[serde(skip)]
    pub boxes: Vec<Square>,
    /// Text of the proof; see `sokoplan help proofs`.
    #[serde(skip)]
    pub text: String,
}

impl Proof {
    fn new(kind: Kind, boxes: Vec<Square>, text: String, proved: &Proved) -> Self {
        let Proved { pictures, patterns, .. } = *proved;
        Self { kind, pictures, patterns, bytes: text.len(), checked: true, boxes, text }
    }
}

/// Answer of the prover.
#[derive(Clone, Debug)]
pub enum ProverAnswer {
    /// A proof was found that the checker has accepted.
    Proved(Proof),
    /// The position has a solution.
    Solvable,
    /// Neither a proof nor a solution was found, for this reason.
    Open(&'static str),
}
