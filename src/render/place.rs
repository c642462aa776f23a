//! Squares in words: `3,4`.

use crate::level::{Board, Square};

/// Returns a square as `3,4`: row and column, from 0.
pub(super) fn place(board: &Board, square: Square) -> String {
    let (row, column) = board.row_column(square);
    format!("{row},{column}")
}
