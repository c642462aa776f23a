//! Positions: the boxes and the player on a board.

use super::{Board, Square};

/// Boxes and player on a [`Board`]. Searches use more compact forms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Squares of the boxes, ascending.
    pub boxes: Vec<Square>,
    /// Square of the player.
    pub player: Square,
}

impl Position {
    /// Returns whether all boxes are on goals.
    pub fn is_solved(&self, board: &Board) -> bool {
        self.boxes.iter().all(|&b| board.is_goal(b))
    }

    /// Returns whether a box stands on a square.
    pub fn has_box(&self, square: Square) -> bool {
        self.boxes.binary_search(&square).is_ok()
    }
}
