//! How are positions searched by their features? Positions are divided into cells by their features, and cells take turns. Input: a
//! [`Domain`] with moves, scores and proofs of loss. Output: the moves to a goal position. The features are left to the domains:
//! goals filled by pushes in `search`, goals emptied by pulls in `packing`. After Shoham and Schaeffer, "The FESS Algorithm: A
//! Feature Based Approach to Single-Agent Search" (IEEE CoG 2020).

mod compaction;
mod search;

pub use search::{Cells, FeatureSpace, NodeId};

use crate::run::{Meter, NodeKind, Stop};
use std::cmp::{Ordering, Reverse};
use std::fmt::Debug;
use std::hash::Hash;

/// Features of a position, compared in the order of the type: the greater score is better.
pub trait Score: Copy + Ord + Debug {
    /// Features that divide positions into cells.
    type Cell: Copy + Eq + Hash + Debug;
    /// Order of moves of equal weight in a cell: the greater comes first.
    type Tie: Copy + Ord + Debug;

    /// Returns the cell of a position with this score.
    fn cell(self) -> Self::Cell;

    /// Returns the tie-break of a move to a position with this score.
    fn tie(self) -> Self::Tie;
}

/// A move, tried by highest priority, then lowest delay, then greatest tie-break, then first in the list.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<M, S> {
    /// Move that is proposed.
    pub by: M,
    /// Score of the position after the move.
    pub score: S,
    /// Priority given by advisers; 0 for a move that no adviser proposes: it weighs 1 plus its delay, proposed ones 0.
    pub priority: u32,
    /// Delay of a move without priority, which is added to its weight.
    pub delay: u32,
    /// Index of the move in the list that the domain returned.
    pub(super) place: u32,
}

impl<M, S> Candidate<M, S> {
    /// Creates a candidate without a delay.
    pub const fn new(by: M, score: S, priority: u32) -> Self {
        Self { by, score, priority, delay: 0, place: 0 }
    }
}

impl<M, S: Score> Ord for Candidate<M, S> {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |c: &Self| (c.priority, Reverse(c.delay), c.score.tie(), Reverse(c.place));
        key(self).cmp(&key(other))
    }
}

impl<M, S: Score> PartialOrd for Candidate<M, S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<M, S: Score> PartialEq for Candidate<M, S> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<M, S: Score> Eq for Candidate<M, S> {}

/// Moves from one position.
pub type Candidates<D> = Vec<Candidate<<D as Domain>::Move, <D as Domain>::Score>>;

/// Positions, moves and scores of a feature-space search, and proofs that positions are lost.
pub trait Domain {
    /// A position; equal positions are visited once.
    type State: Clone + Eq + Hash + Debug;
    /// A move from one position to another.
    type Move: Copy + Debug;
    /// Features of a position.
    type Score: Score;

    /// Kind of node as which a visited position is counted.
    const NODE: NodeKind = NodeKind::Push;

    /// Returns the position after a move of [`Domain::expand`]; `None` if the move is impossible.
    fn after(&mut self, state: &Self::State, by: Self::Move) -> Option<Self::State>;

    /// True if the search ends in a position, which has this score.
    fn is_goal(&mut self, state: &Self::State, score: Self::Score) -> bool;

    /// Returns the moves from a position with this score, reached by the move `by`; `None` if the position is proved lost.
    ///
    /// # Errors
    /// A limit of the meter, where the list takes long.
    fn expand(
        &mut self,
        state: &Self::State,
        by: Option<Self::Move>,
        score: Self::Score,
        meter: &mut Meter,
    ) -> Result<Option<Candidates<Self>>, Stop>;

    /// Called once for each move that was made; `is_new` is false if its position was known before.
    fn made(&mut self, by: Self::Move, is_new: bool) {
        _ = (by, is_new);
    }
}
