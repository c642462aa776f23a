//! Memory of a set of cells, a fixed number of words or any number on the heap; hash keys of positions, updated push by
//! push (Zobrist, "A new hashing method with application for game playing", 1970); and the layout of the squares of a
//! board in a grid.
//! ```text
//!   picture      grid, 4 cells a row      The part of the picture that holds squares, with a column of wall before
//!   #####        ....                     each row, a row of wall above and below, and one more cell: no step of one
//!   #   #        .123                     or two leads from the end of a row to the begin of another, and the eight
//!   # # #        .4.5                     cells around a square are in the grid.
//!   #   #        .678
//!   #####        .....
//! ```

use super::CellSet;
use crate::level::Board;
use crate::run::Random;
use std::fmt::Debug;

/// Words that hold one bit for each cell. All sets of one grid have an equal number of words.
pub trait Words: Clone + PartialEq + Eq + Debug + Send + Sync + 'static {
    /// Whether the words are on the heap. Only sets on the heap may have rows of 64 cells and more.
    const IS_WIDE: bool;

    /// Returns words without a bit. Only sets on the heap use `length`, the number of words.
    fn zero(length: usize) -> Self;

    /// Returns the words: cell 0 is the lowest bit of the first word.
    fn words(&self) -> &[u64];

    /// Returns the words, to be changed.
    fn words_mut(&mut self) -> &mut [u64];
}

impl<const N: usize> Words for [u64; N] {
    const IS_WIDE: bool = false;

    #[inline(always)]
    fn zero(_: usize) -> Self {
        [0; N]
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        self
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}

impl Words for Box<[u64]> {
    const IS_WIDE: bool = true;

    fn zero(length: usize) -> Self {
        vec![0; length].into_boxed_slice()
    }

    fn words(&self) -> &[u64] {
        self
    }

    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}

/// For each cell, a random number for a box and one for the player.
#[derive(Debug)]
pub struct Keys {
    boxes: Vec<u32>,
    players: Vec<u32>,
}

impl Keys {
    /// Creates the numbers, which depend on the number of cells alone.
    pub fn new(cells: usize) -> Self {
        let mut random = Random::new(0);
        let mut word = || (0..2).fold(0, |word, _| word << 16 | u32::try_from(random.below(1 << 16)).unwrap_or(0));
        Self { boxes: (0..cells).map(|_| word()).collect(), players: (0..cells).map(|_| word()).collect() }
    }

    /// Returns the contribution of all boxes to the key of a position.
    #[inline(always)]
    pub fn of<W: Words>(&self, boxes: &CellSet<W>) -> u32 {
        boxes.iter().fold(0, |key, cell| key ^ self.boxes[cell])
    }

    /// Returns the change of a key by a move of a box, to be applied with exclusive or.
    #[inline(always)]
    pub fn moved(&self, from: usize, to: usize) -> u32 {
        self.boxes[from] ^ self.boxes[to]
    }

    /// Returns the contribution of the player's cell to the key of a position.
    #[inline(always)]
    pub fn player(&self, cell: usize) -> u32 {
        self.players[cell]
    }
}

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

    pub(super) fn cell(&self, (row, column): (usize, usize)) -> usize {
        (row - self.corner.0 + 1) * self.row + column - self.corner.1 + 1
    }
}
