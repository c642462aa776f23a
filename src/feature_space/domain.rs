//! What a feature-space search searches.

use crate::run::{Held, Meter, NodeKind, Stop};
use std::cmp::{Ordering, Reverse};
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

/// A move of a position. The greatest is made first: that of the greatest priority, then of the least delay, then of
/// the greatest tie, then the one that the domain listed first.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<M, S> {
    /// The move.
    pub by: M,
    /// The score of the position that it leads to.
    pub score: S,
    /// 0 where no adviser proposes it: it weighs 1 then, and nothing otherwise. Of the moves of a position, the
    /// greatest priority comes first.
    pub priority: u32,
    /// Of the moves without a priority those with the least come first; it is added to the weight.
    pub delay: u32,
    /// The place in the list of the domain.
    pub(super) place: u32,
}

impl<M, S> Candidate<M, S> {
    /// See the fields.
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

/// Positions, moves, scores and proofs.
pub trait Domain {
    /// A position. Equal positions are visited once.
    type State: Clone + Eq + Hash + Debug;
    /// A move.
    type Move: Copy + Debug;
    /// The features.
    type Score: Score;

    /// What a visited position is counted as.
    const NODE: NodeKind = NodeKind::Push;

    /// The position after a move of [`Domain::expand`]; `None` if there is no such move.
    fn after(&mut self, state: &Self::State, by: Self::Move) -> Option<Self::State>;

    /// Returns whether the search ends in a position with this score.
    fn is_goal(&mut self, state: &Self::State, score: Self::Score) -> bool;

    /// The moves of a position with this score, to which the move led; `None` where the position is proved lost. The
    /// memory of the list is claimed with `held` before it is used; what is claimed beyond it is given back by the
    /// caller.
    ///
    /// # Errors
    /// A limit of the meter; nothing may be changed then that a second call would find changed.
    fn expand(
        &mut self,
        state: &Self::State,
        by: Option<Self::Move>,
        score: Self::Score,
        held: &mut Held,
        meter: &mut Meter,
    ) -> Result<Option<Candidates<Self>>, Stop>;

    /// Called once for each move that was made: `is_new` says whether its position was not known.
    fn made(&mut self, by: Self::Move, is_new: bool) {
        _ = (by, is_new);
    }

    /// The memory of a position beyond its size on the stack, in bytes.
    fn bytes(&self, state: &Self::State) -> usize {
        _ = state;
        0
    }
}
