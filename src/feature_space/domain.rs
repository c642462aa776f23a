//! What a feature-space search searches.

use crate::run::{Meter, Stop};
use std::fmt::Debug;
use std::hash::Hash;

/// The features of a position, compared one after the other: the greater score is the better one.
pub trait Score: Copy + Ord + Debug {
    /// The features that make a cell.
    type Cell: Copy + Eq + Hash + Debug;
    /// Decides which of two moves of equal weight in a cell comes first: the greater.
    type Tie: Copy + Ord + Debug;

    /// The cell of a position.
    fn cell(self) -> Self::Cell;

    /// The tie of the move that leads to this score.
    fn tie(self) -> Self::Tie;
}

/// A move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<M, S> {
    /// The move.
    pub by: M,
    /// The score of the position that it leads to.
    pub score: S,
    /// 0 where no adviser proposes it: it weighs 1 then, and nothing otherwise. Of the moves of a position, the
    /// greatest priority comes first.
    pub priority: u32,
}

/// The moves of a position.
pub type Candidates<D> = Vec<Candidate<<D as Domain>::Move, <D as Domain>::Score>>;

/// Positions, moves, scores and proofs.
pub trait Domain {
    /// A position. Equal positions are visited once.
    type State: Clone + Eq + Hash + Debug;
    /// A move.
    type Move: Copy + Debug;
    /// The features.
    type Score: Score;

    /// The position after a move of [`Domain::expand`]; `None` if there is no such move.
    fn after(&mut self, state: &Self::State, by: Self::Move) -> Option<Self::State>;

    /// Returns whether the search ends in a position with this score.
    fn is_goal(&mut self, state: &Self::State, score: Self::Score) -> bool;

    /// The moves of a position with this score, to which the move led; `None` where the position is proved lost.
    ///
    /// # Errors
    /// A limit of the meter; nothing may be changed then that a second call would find changed.
    fn expand(
        &mut self,
        state: &Self::State,
        by: Option<Self::Move>,
        score: Self::Score,
        meter: &mut Meter,
    ) -> Result<Option<Candidates<Self>>, Stop>;

    /// The memory of a position beyond its size on the stack, in bytes.
    fn bytes(&self, state: &Self::State) -> usize {
        _ = state;
        0
    }
}
