//! Positions as rules see them, and the answers of rules.

use crate::level::{Board, Square};
use crate::push::{BoxSet, State};

/// A position, as deadlock rules see it.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    /// All boxes of the position.
    pub boxes: &'v BoxSet,
    /// Any square of the player's region.
    pub player: Square,
    /// Square of the box of the last push: rules search only for deadlocks that this push can have made. If `None`,
    /// rules search for all deadlocks.
    pub pushed: Option<Square>,
    /// Whether each box can have a goal of its own that the box could reach alone on the board; `None` if not known.
    pub is_matched: Option<bool>,
}

impl<'v> View<'v> {
    /// Creates the view of a whole position, without a last push or a known matching.
    pub const fn of(state: &'v State) -> Self {
        Self { boxes: &state.boxes, player: state.player, pushed: None, is_matched: None }
    }

    /// Returns the boxes to test: the box of the last push, or all boxes if `pushed` is `None`.
    pub fn asked(&self) -> Vec<Square> {
        self.pushed.map_or_else(|| self.boxes.iter().collect(), |pushed| vec![pushed])
    }
}

/// Answer of a rule about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is proved.
    Unknown,
    /// The position is lost.
    Lost,
    /// These boxes are lost whatever the squares of the other boxes, as long as the player is in the present region.
    LostGroup(Box<BoxSet>),
}

impl Verdict {
    /// Returns [`Verdict::Lost`] if `is_lost`, else [`Verdict::Unknown`].
    pub const fn lost_if(is_lost: bool) -> Self {
        if is_lost { Self::Lost } else { Self::Unknown }
    }
}

/// One deadlock of a position, for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Boxes of the deadlock, ascending.
    pub boxes: Vec<Square>,
    /// Walls of the deadlock, each as row and column of the picture, from 0.
    pub walls: Vec<(usize, usize)>,
    /// Reason in words that follow the boxes, e.g. `can reach no goal`; if it is empty, the sentence of the rule is used.
    pub why: String,
}

impl Witness {
    /// Creates the witness with these boxes and no walls.
    pub fn of(boxes: Vec<Square>, why: impl Into<String>) -> Self {
        Self { boxes, walls: Vec::new(), why: why.into() }
    }

    /// Creates the witness with these boxes and the walls beside these boxes.
    pub fn with_walls(board: &Board, boxes: Vec<Square>, why: impl Into<String>) -> Self {
        let beside = |b: &Square| {
            let (row, column) = board.row_column(*b);
            [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        };
        let is_wall = |&(row, column): &(usize, usize)| board.square(row, column).is_none();
        let mut walls: Vec<_> = boxes.iter().flat_map(beside).filter(is_wall).collect();
        walls.sort_unstable();
        walls.dedup();
        Self { boxes, walls, why: why.into() }
    }
}
