//! A position as the rules see it, and what they answer.

use crate::level::{Board, Square};
use crate::push::{BoxSet, State};

/// A position that rules are asked about.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    /// All boxes.
    pub boxes: &'v BoxSet,
    /// A square of the player's region, which one does not matter.
    pub player: Square,
    /// The box that was pushed last: only deadlocks that this push can have made are asked for. `None` asks for all.
    pub pushed: Option<Square>,
    /// Whether every box can have a goal of its own as if it were alone on the board, where the search knows it.
    pub is_matched: Option<bool>,
}

impl<'v> View<'v> {
    /// A whole position, nothing known of it.
    pub const fn of(state: &'v State) -> Self {
        Self { boxes: &state.boxes, player: state.player, pushed: None, is_matched: None }
    }

    /// The boxes that are asked about: the one that was pushed last, or all.
    pub fn asked(&self) -> Vec<Square> {
        self.pushed.map_or_else(|| self.boxes.iter().collect(), |pushed| vec![pushed])
    }
}

/// What a rule says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is proved.
    Unknown,
    /// The position is lost.
    Lost,
    /// These of its boxes are lost, whatever the others do, with the player where he is: a nogood.
    LostGroup(Box<BoxSet>),
}

impl Verdict {
    /// [`Verdict::Lost`] where that is so.
    pub const fn lost_if(is_lost: bool) -> Self {
        if is_lost { Self::Lost } else { Self::Unknown }
    }
}

/// One deadlock, as it can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The boxes that it is about, ascending.
    pub boxes: Vec<Square>,
    /// The walls that it needs, by row and column.
    pub walls: Vec<(usize, usize)>,
    /// Why, in words. Where it is empty the sentence of the rule stands for it.
    pub why: String,
}

impl Witness {
    /// About boxes alone.
    pub fn of(boxes: Vec<Square>, why: impl Into<String>) -> Self {
        Self { boxes, walls: Vec::new(), why: why.into() }
    }

    /// About boxes and the walls beside them.
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
