//! Layout of the squares of a board in a grid.
//!
//! ```text
//!   picture      grid, 4 cells a row      The part of the picture that holds squares, with a column of wall before
//!   #####        ....                     each row, a row of wall above and below, and one more cell: no step of one
//!   #   #        .123                     or two leads from the end of a row to the begin of another, and the eight
//!   # # #        .4.5                     cells around a square are in the grid.
//!   #   #        .678
//!   #####        .....
//! ```

use crate::level::Board;

/// Size of the grid of a board, and the place of the board in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSize {
    /// Number of cells from one row to the next: one more than the columns with squares.
    pub row: usize,
    /// Number of all cells, walls included.
    pub cells: usize,
    /// First row, and first column, of the picture with a square.
    corner: (usize, usize),
}

impl GridSize {
    /// Computes the size of the grid of a board.
    pub fn of(board: &Board) -> Self {
        let places = || board.squares().map(|square| board.row_column(square));
        let rows = (places().map(|p| p.0).min().unwrap_or(0), places().map(|p| p.0).max().unwrap_or(0));
        let columns = (places().map(|p| p.1).min().unwrap_or(0), places().map(|p| p.1).max().unwrap_or(0));
        let row = columns.1 - columns.0 + 2;
        Self { row, cells: (rows.1 - rows.0 + 3) * row + 1, corner: (rows.0, columns.0) }
    }

    /// Returns the number of words of a set of cells.
    pub const fn words(&self) -> usize {
        self.cells.div_ceil(64)
    }

    /// Returns the cell at a row and column of the picture.
    pub(super) fn cell(&self, (row, column): (usize, usize)) -> usize {
        (row - self.corner.0 + 1) * self.row + column - self.corner.1 + 1
    }
}
