//! Checks proofs that a position of Sokoban has no solution, or none with fewer pushes.
//!
//! Input: the text of a proof, as `sokoplan help proofs` describes it. Output: what it proves, or the line that does not hold.
//! This crate uses the standard library alone: it reads boards by itself and shares no code with any search, so that who
//! trusts its 400 lines, or writes a checker of his own, need trust nothing else of this program. The command `sokoproof FILE..`
//! checks the proofs of files.
//!
//! A *position* is boxes `X` on the floor `S` of a board, and a player. A proof is a set of statements, each of which says
//! that all positions of some kind have no solution:
//!
//! - a *pattern*: boxes `B` that are there, squares `E` that are empty of boxes, and the region `R` of `S \ B` that the
//!   player is in;
//! - a *zone*: boxes `W` that are there, and more others on the squares `Z` than `Z` has goals. Some squares may count
//!   only while the player is on one side of the box on them.
//!
//! ```text
//! ####        ######      a pattern of one box and no region    a zone: two boxes on the squares
//! #$ #        #xxX #      but one: no push is possible, and     x and X are one more than the
//! # @#        #    #      the box is off goal                   goal on X, and none can leave
//! ####        ######
//! ```
//!
//! # Rules
//!
//! What holds boxes `C`, none on `D`, and the player on `q` is *covered* if it is of one of those kinds. A pattern holds if
//!
//! 1. a box of `B` is off goal; or there are as many boxes as goals, and a goal is in `E`;
//! 2. each push of a box of `B`, with the others of `B` alone in the way and the player in `R`, leads to what is covered;
//! 3. each push of any other box onto a square of `E` starts from what is covered by a statement without `E`, or leads to
//!    what is covered.
//!
//! A zone holds if each push of a box of `W`, and each push out of `Z`, with `W` alone in the way, leads to what is covered.
//! The claim that a position is dead holds if it is covered and all statements hold.
//!
//! # Why that is sound
//!
//! Suppose that a position of one of these kinds has a solution; take a shortest one over all of them. It has a first push:
//! rule 1 and the count of a zone say that the position is not solved yet. If the push is one of those that the rules name,
//! it leads to a position of one of these kinds, with a shorter solution. Any other push leaves the position of the kind
//! that it was: its boxes stay, no square of `E` is entered, the count in the zone does not fall; and the player stays in
//! `R`, as he reaches no more squares among more boxes. Again the solution is shorter. The first case of rule 3 is about the
//! same position and the same solution: it is left out of the circle since it leads only to statements without `E`, which
//! have no such case.
//!
//! A *core* is a pattern whose pushes the checker follows by itself: what it finds is checked like what it reads. A *bound*
//! is the list of all positions that are reached before the pushes are used up, which the checker makes by itself too: see
//! `bound.rs`.

mod board;
mod bound;
mod core;
mod files;
mod limits;
mod prices;
mod proof;
mod read;
mod set;

pub use files::proofs;
pub use limits::{Limit, Limits};

use std::fmt;

/// What a proof claims of the position at its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It has no solution.
    Dead,
    /// The same of the start of a level.
    Unsolvable,
    /// Every solution has at least this number of pushes.
    Bound(u32),
    /// The same, and the moves that the proof holds are a solution of exactly this number.
    Optimal(u32),
}

/// A proof that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// What it proves.
    pub claim: Claim,
    /// The pictures of its statements.
    pub pictures: usize,
    /// The patterns that were checked, those of cores included.
    pub patterns: usize,
    /// The patterns that each core took.
    pub cores: Vec<usize>,
    /// The positions that were listed for a bound.
    pub positions: usize,
    drawn: Vec<(usize, usize, [bool; 3])>,
}

impl Proved {
    /// Returns whether the claim is about the position in this picture, of the letters `# @ + $ * .` and spaces.
    pub fn is_about(&self, picture: &str) -> bool {
        let rows: Vec<(usize, &str)> = picture.lines().enumerate().collect();
        let drawn = board::Picture::read(0, &rows).and_then(|picture| {
            let (board, player) = board::Board::of(0, &picture)?;
            Ok(board.drawn(&picture.boxes, player))
        });
        drawn.is_ok_and(|drawn| drawn == self.drawn)
    }
}

/// The place of what is wrong, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The limit that was met, if nothing else is wrong.
    pub limit: Option<Limit>,
    /// What is wrong, or what was expected.
    pub what: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    fn at(line: usize, what: impl Into<String>) -> Self {
        Self { line, column: 1, limit: None, what: what.into() }
    }
}

/// Checks a proof within limits, or in a number of steps.
///
/// # Errors
/// The first thing that is wrong.
pub fn check<'a>(text: &'a str, limits: impl Into<Limits<'a>>) -> Result<Proved, Refusal> {
    let read::Text { claim, line, boxes, player, moves, cores, mut proof } =
        read::read(text, limits::Left::of(limits.into(), text)?)?;
    let pictures = proof.patterns.len() + proof.zones.len() + cores.len();
    let cores = cores.into_iter().map(|(most, core)| proof.close(most, core)).collect::<Result<_, _>>()?;
    proof.holds()?;
    let empty = proof.board.floor.minus(&boxes);
    let is_dead = proof.is_among((&boxes, &empty, player), 0..proof.patterns.len())?;
    let positions = match claim {
        Claim::Bound(pushes) | Claim::Optimal(pushes) if !is_dead => {
            bound::holds(&proof, &boxes, player, pushes, line)?
        }
        Claim::Dead | Claim::Unsolvable if !is_dead => {
            return Err(Refusal::at(line, "the claim does not follow: no statement covers the position"));
        }
        _ => 0,
    };
    if let Claim::Optimal(pushes) = claim
        && moves.and_then(|moves| proof.board.pushes_of(boxes.clone(), player, moves)) != Some(pushes)
    {
        return Err(Refusal::at(line, format!("expected `moves LURD`, a solution of {pushes} pushes")));
    }
    let drawn = proof.board.drawn(&boxes, player);
    Ok(Proved { claim, pictures, patterns: proof.patterns.len(), cores, positions, drawn })
}
