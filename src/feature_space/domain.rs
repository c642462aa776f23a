//! The domain of a feature-space search.

use crate::run::{Held, Meter, NodeKind, Stop};
use std::cmp::{Ordering, Reverse};
use std::fmt::Debug;
use std::hash::Hash;

/// The features of a position, compared one after the other: the greater score is better.
pub trait Score: Copy + Ord + Debug {
    /// The features that make a cell.
    type Cell: Copy + Eq + Hash + Debug;
    /// The tie-break of moves of equal weight in a cell: the greater comes first.
    type Tie: Copy + Ord + Debug;

    /// Returns the cell of a position.
    fn cell(self) -> Self::Cell;

    /// Returns the tie-break of the move that leads to this score.
    fn tie(self) -> Self::Tie;
}

/// A move of a position. Moves are made in this order: greatest priority, then least delay, then greatest tie-break,
/// then first in the list of the domain.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<M, S> {
    /// The move.
    pub by: M,
    /// The score of the position that it leads to.
    pub score: S,
    /// The priority given by advisers; 0 if no adviser proposes the move, which then weighs 1, and otherwise 0.
    pub priority: u32,
    /// The delay of a move without a priority, which is added to its weight; the least comes first.
    pub delay: u32,
    /// The place in the list of the domain.
    pub(super) place: u32,
}

impl<M, S> Candidate<M, S> {
    /// Makes a move without a delay; see the fields.
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

/// The moves of a position.
pub type Candidates<D> = Vec<Candidate<<D as Domain>::Move, <D as Domain>::Score>>;

/// The positions, moves, scores and proofs of a search.
pub trait Domain {
    /// A position; equal positions are visited once.
    type State: Clone + Eq + Hash + Debug;
    /// A move.
    type Move: Copy + Debug;
    /// The features.
    type Score: Score;

    /// The kind of node that a visited position counts as.
    const NODE: NodeKind = NodeKind::Push;

    /// Returns the position after a move of [`Domain::expand`]; `None` if the move is impossible.
    fn after(&mut self, state: &Self::State, by: Self::Move) -> Option<Self::State>;

    /// Returns whether the search ends in a position with this score.
    fn is_goal(&mut self, state: &Self::State, score: Self::Score) -> bool;

    /// Returns the moves of a position with this score, after the move `by`; `None` if the position is proved lost. The
    /// memory of the list is claimed with `held` before it is used; the caller releases bytes claimed beyond it.
    ///
    /// # Errors
    /// A limit of the meter; a second call must then have an equal result.
    fn expand(
        &mut self,
        state: &Self::State,
        by: Option<Self::Move>,
        score: Self::Score,
        held: &mut Held,
        meter: &mut Meter,
    ) -> Result<Option<Candidates<Self>>, Stop>;

    /// Called once for each move that was made; `is_new` if its position was not known.
    fn made(&mut self, by: Self::Move, is_new: bool) {
        _ = (by, is_new);
    }

    /// Returns the bytes of a position on the heap.
    fn bytes(&self, state: &Self::State) -> usize {
        _ = state;
        0
    }
}
