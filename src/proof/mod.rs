//! Finds proofs that others can check.
//!
//! Input: a position, and boxes that a deadlock rule has named. Output: the text of a proof for [`crate::sokoproof`], which
//! has accepted it. Here nothing need be right: what is wrong is not accepted. Which positions are lost is left to
//! `deadlock`; its rules are asked by the million, and proofs are made of what they found, when somebody wants to see one.
//!
//! | what a rule finds | what proves it |
//! |---|---|
//! | dead squares, corners, lines | the zone of all dead places, which has no goal |
//! | freeze | the frozen boxes, none of which can be pushed but onto dead squares |
//! | matching, frozen walls | the zone that too few goals are in |
//! | all others | the boxes that are named, or that are grown from one box, and all that their pushes lead to |
//!
//! A part of the boxes is proved dead by following their pushes with the other boxes left out ([`Prover::dead`]); what ends
//! in one of the former is not followed further. If the checker can follow the pushes of few boxes by itself then these are
//! the only picture.

mod attempt;
mod closure;
mod corral;
mod draft;
mod grow;
mod lemmas;
mod needed;
mod pattern_space;
mod prover;
mod zone;

pub use attempt::Attempt;
pub use draft::drawn;
pub use prover::Prover;

use crate::sokoproof::Proved;
use serde::Serialize;

/// How a position is proved dead, or a number of pushes the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A box is where it reaches no goal.
    DeadSquares,
    /// Boxes hold each other.
    Freeze,
    /// Boxes reach too few goals.
    Matching,
    /// They do, as frozen boxes are in the way.
    FrozenWalls,
    /// Boxes close off squares of which they cannot make a way out.
    Corral,
    /// Some boxes are dead wherever the others are.
    Boxes,
    /// All boxes together.
    Position,
    /// No solution has fewer pushes.
    Bound,
    /// The same, and there is one with as many.
    Optimal,
}

/// A proof that the checker has accepted.
#[derive(Clone, Debug, Serialize)]
pub struct Proof {
    /// What it is made of.
    pub kind: Kind,
    /// The pictures beside that of the position.
    pub pictures: usize,
    /// The patterns that the checker has looked at.
    pub patterns: usize,
    /// The length of the text.
    pub bytes: usize,
    /// Whether the checker has accepted it: true, as there is no proof otherwise.
    pub checked: bool,
    /// The text; see `sokoplan help proofs`.
    #[serde(skip)]
    pub text: String,
}

impl Proof {
    fn new(kind: Kind, text: String, proved: &Proved) -> Self {
        Self { kind, pictures: proved.pictures, patterns: proved.patterns, bytes: text.len(), checked: true, text }
    }
}

/// What came of the attempt to prove something.
#[derive(Clone, Debug)]
pub enum Proving {
    /// A proof, checked.
    Proved(Proof),
    /// The position has a solution.
    Solvable,
    /// Neither, and why.
    Open(&'static str),
}
