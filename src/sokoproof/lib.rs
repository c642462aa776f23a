//! Checks proofs that a position of Sokoban has no solution, or no solution with fewer pushes than stated.
//!
//! Input: the text of a proof, as described by `sokoplan help proofs`. Output: its claim, or the line that does not hold. This
//! crate uses only the standard library: it reads boards by itself and shares no code with any search, so the rest of this program
//! need not be trusted. It is short enough to be read, or replaced by another checker. The command `sokoproof FILE..` checks the
//! proofs of files.
//!
//! A *position* is a set of boxes `X` on the floor `S` of a board, and a player. A proof is a set of statements. Each states that
//! all positions of some kind have no solution:
//!
//! - a *pattern*: boxes `B` that are present, squares `E` without boxes, and the region `R` of `S \ B` that contains the player;
//! - a *zone*: boxes `W` that are present, and more other boxes on the squares `Z` than `Z` has goals. Some squares may count only
//!   while the player is on one side of the box on them.
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
//! The positions with boxes `C`, no boxes on `D`, and the player on `q` are *covered* if they are all of one of the stated kinds. A
//! pattern holds if
//!
//! 1. a box of `B` is off goal; or the numbers of boxes and goals are equal, and a goal is in `E`;
//! 2. each push of a box of `B`, with only the others of `B` in the way and the player in `R`, leads to covered positions;
//! 3. each push of any other box onto a square of `E` starts from positions covered by a statement without `E`, or leads to covered
//!    positions.
//!
//! A zone holds if each push of a box of `W`, and each push out of `Z`, with only `W` in the way, leads to covered positions. The
//! claim that a position is dead holds if it is covered and all statements hold.
//!
//! # Why that is sound
//!
//! Suppose that a position of one of these kinds has a solution; take a shortest one over all of them. It has a first push: by rule
//! 1 and the count of a zone the position is not solved yet. If the rules name this push, it leads to a position of one of these
//! kinds, with a shorter solution. Any other push keeps the kind of the position: its boxes stay, no square of `E` is entered, the
//! count in the zone does not fall; and the player stays in `R`, since more boxes leave no more squares to reach. Again the
//! solution is shorter. The first case of rule 3 keeps position and solution: it is not circular, since rule 3 does not apply to
//! statements without `E`.
//!
//! A *core* is a pattern whose pushes the checker follows by itself; it checks the patterns it adds like the patterns it reads. A
//! *bound* is proved by the list of all positions that can be reached before the pushes are used up, which the checker makes by
//! itself too: see `bound.rs` and `costs.rs`. It lists fewer positions by pushes into corrals (`corral.rs`), by stubborn sets of pushes
//! (`stubborn.rs`), and by the statement of a goal room (`room.rs`).

mod board;
mod bound;
mod core;
mod corral;
mod costs;
mod limits;
mod pairs;
mod proof;
mod read;
mod room;
mod stubborn;

pub use limits::{Limit, Limits, Refusal};
pub use read::Claim;

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

/// Result of checking a proof that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// Claim that the proof proves.
    pub claim: Claim,
    /// Number of pictures of the statements of the proof.
    pub pictures: usize,
    /// Number of patterns checked, including the patterns added for cores.
    pub patterns: usize,
    /// For each core, in order, the number of patterns added for it: 0 if it was covered.
    pub cores: Vec<usize>,
    /// Number of positions listed for a bound; 0 for other claims.
    pub positions: usize,
    /// Position that the claim is about, as [`position`] returns it.
    pub position: Vec<(usize, usize, [bool; 3])>,
}

/// Returns row and column of each square of a picture in the letters `# @ + $ * .` and spaces, and whether a goal, a box
/// and the player are on it: equal for all pictures of a position. `None` for a picture of no position.
pub fn position(picture: &str) -> Option<Vec<(usize, usize, [bool; 3])>> {
    let rows: Vec<(usize, &str)> = picture.lines().enumerate().collect();
    let picture = board::Picture::read(0, &rows).ok()?;
    let (board, player) = board::Board::of(0, &picture).ok()?;
    Some(board.drawn(&picture.boxes, player))
}

/// Checks a proof within limits; a number converts to limits on steps.
pub fn check<'a>(text: &'a str, limits: impl Into<Limits<'a>>) -> Result<Proved, Refusal> {
    let read::Text { claim, line, boxes, player, moves, room, cores, mut proof } =
        read::read(text, limits::Left::of(limits.into()))?;
    let pictures = proof.patterns.len() + proof.zones.len() + cores.len() + usize::from(room.is_some());
    let cores = cores.into_iter().map(|(most, core)| proof.close(most, core)).collect::<Result<_, _>>()?;
    proof.holds()?;
    let empty = proof.board.floor.minus(&boxes);
    let is_dead = proof.is_among((&boxes, &empty, player), 0..proof.patterns.len())?;
    let positions = match claim {
        Claim::Bound(pushes) | Claim::Optimal(pushes) if !is_dead => {
            bound::holds(&proof, (&boxes, player), room, pushes, line)?
        }
        Claim::Dead | Claim::Unsolvable if !is_dead => {
            return Err(Refusal::at(line, "the claim does not follow: no statement covers the position"));
        }
        _ => 0,
    };
    if let Claim::Optimal(pushes) = claim
        && moves.and_then(|moves| proof.board.pushes_of(boxes.clone(), player, moves)) != Some(pushes)
    {
        return Err(Refusal::at(line, format!("expected `moves LURD`, a solution whose number of pushes is {pushes}")));
    }
    let position = proof.board.drawn(&boxes, player);
    Ok(Proved { claim, pictures, patterns: proof.patterns.len(), cores, positions, position })
}
