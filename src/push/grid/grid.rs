//! The geometry of a board as a grid of cells, with floods and pushes by operations on whole sets.
//!
//! ```text
//!   picture      grid, 4 cells a row      The part of the picture that holds squares, with a column of wall behind
//!   #####        ....                     each row and a row of wall above and below: a step never leaves the grid,
//!   #   #        123.                     and never leads from the end of a row to the begin of another.
//!   # # #        4.5.
//!   #   #        678.
//!   #####        ....
//! ```

use super::{CellSet, Words};
use crate::level::{Board, Direction, Square};
use crate::run::{Held, Meter, Stop};

/// The number of words of a set and of cells of a row, for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSize {
    /// Cells from one row to the next: one more than the columns with squares.
    pub row: usize,
    /// All cells.
    pub cells: usize,
    /// The first row and column of the picture with a square.
    corner: (usize, usize),
}

impl GridSize {
    /// Measures a board.
    pub fn of(board: &Board) -> Self {
        let places = || board.squares().map(|square| board.row_column(square));
        let rows = (places().map(|p| p.0).min().unwrap_or(0), places().map(|p| p.0).max().unwrap_or(0));
        let columns = (places().map(|p| p.1).min().unwrap_or(0), places().map(|p| p.1).max().unwrap_or(0));
        let row = columns.1 - columns.0 + 2;
        Self { row, cells: (rows.1 - rows.0 + 3) * row, corner: (rows.0, columns.0) }
    }

    /// Returns the number of words of a set.
    pub const fn words(&self) -> usize {
        self.cells.div_ceil(64)
    }

    fn cell(&self, (row, column): (usize, usize)) -> usize {
        (row - self.corner.0 + 1) * self.row + column - self.corner.1
    }
}

/// The grid of a board.
#[derive(Debug)]
pub struct Grid<W> {
    size: GridSize,
    cell_of: Vec<u32>,
    square_of: Vec<Square>,
    floor: CellSet<W>,
    _held: Held,
}

impl<W: Words> Grid<W> {
    /// Lays a board out. The words must be enough for it: see [`super::for_board`].
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`].
    pub fn new(board: &Board, meter: &Meter) -> Result<Self, Stop> {
        let size = GridSize::of(board);
        let mut held = Held::default();
        held.grow(board.len() * size_of::<u32>() + size.cells * size_of::<Square>() + size.words() * 8, meter)?;
        let mut grid = Self {
            size,
            cell_of: Vec::with_capacity(board.len()),
            square_of: vec![Square(0); size.cells],
            floor: CellSet::empty(size.words()),
            _held: held,
        };
        for square in board.squares() {
            let cell = size.cell(board.row_column(square));
            grid.floor.insert(cell);
            grid.square_of[cell] = square;
            grid.cell_of.push(u32::try_from(cell).unwrap_or(u32::MAX));
        }
        Ok(grid)
    }

    /// Returns the number of cells.
    pub const fn cells(&self) -> usize {
        self.size.cells
    }

    /// Returns the number of words of a set.
    pub const fn words(&self) -> usize {
        self.size.words()
    }

    /// Returns the cells of squares.
    #[inline(always)]
    pub const fn floor(&self) -> &CellSet<W> {
        &self.floor
    }

    /// Returns the empty set.
    #[inline(always)]
    pub fn none(&self) -> CellSet<W> {
        CellSet::empty(self.words())
    }

    /// Returns the set of some squares.
    pub fn set(&self, squares: impl IntoIterator<Item = Square>) -> CellSet<W> {
        let mut set = self.none();
        squares.into_iter().for_each(|square| set.insert(self.cell(square)));
        set
    }

    /// Returns the cell of a square.
    #[inline(always)]
    pub fn cell(&self, square: Square) -> usize {
        self.cell_of[square.index()] as usize
    }

    /// Returns the square of a cell of the floor. Both are numbered row by row, so the lowest cell of a set is its
    /// lowest square.
    #[inline(always)]
    pub fn square(&self, cell: usize) -> Square {
        self.square_of[cell]
    }

    /// Returns the next cell in a direction; the cell must not be of the rim.
    #[inline(always)]
    pub const fn step(&self, cell: usize, direction: Direction) -> usize {
        match direction {
            Direction::Up => cell - self.size.row,
            Direction::Left => cell - 1,
            Direction::Down => cell + self.size.row,
            Direction::Right => cell + 1,
        }
    }

    /// Returns the next cells in a direction.
    #[inline(always)]
    pub fn moved(&self, set: &CellSet<W>, direction: Direction) -> CellSet<W> {
        match direction {
            Direction::Up => set.lowered(self.size.row),
            Direction::Left => set.lowered(1),
            Direction::Down => set.raised(self.size.row),
            Direction::Right => set.raised(1),
        }
    }

    /// Returns the neighbours of the cells of a set, above and below or left and right.
    #[inline(always)]
    pub fn beside(&self, set: &CellSet<W>, direction: Direction) -> CellSet<W> {
        self.moved(set, direction).or(&self.moved(set, direction.opposite()))
    }

    /// Returns all neighbours of the cells of a set.
    #[inline(always)]
    pub fn around(&self, set: &CellSet<W>) -> CellSet<W> {
        self.beside(set, Direction::Up).or(&self.beside(set, Direction::Left))
    }

    /// Returns all cells of `free` that are connected with `seed` by cells of `free`. The seed must be free.
    #[inline(always)]
    pub fn flood(&self, seed: &CellSet<W>, free: &CellSet<W>) -> CellSet<W> {
        let mut region = seed.clone();
        loop {
            let mut grown = region.clone();
            // Two rounds for each comparison. Not tuned.
            for _ in 0..2 {
                grown = grown.or(&self.beside(&grown, Direction::Left)).and(free);
                grown = grown.or(&self.beside(&grown, Direction::Up)).and(free);
            }
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Returns the cells that a player on a cell reaches between boxes.
    #[inline(always)]
    pub fn region(&self, player: usize, boxes: &CellSet<W>) -> CellSet<W> {
        self.flood(&CellSet::one(self.words(), player), &self.floor.minus(boxes))
    }

    /// Returns the boxes that a player in `region` can push in a direction onto a cell of `targets`.
    ///
    /// ```text
    ///   @ b t      @ in the region, b a box, t a target
    /// ```
    #[inline(always)]
    pub fn pushable(
        &self,
        boxes: &CellSet<W>,
        region: &CellSet<W>,
        targets: &CellSet<W>,
        direction: Direction,
    ) -> CellSet<W> {
        boxes.and(&self.moved(region, direction)).and(&self.moved(targets, direction.opposite()))
    }

    /// Returns the boxes that a player in `region` can pull in a direction onto a cell of `targets`.
    ///
    /// ```text
    ///   b @ +      b a box, @ a target in the region, + in the region: the player steps there
    /// ```
    #[inline(always)]
    pub fn pullable(
        &self,
        boxes: &CellSet<W>,
        region: &CellSet<W>,
        targets: &CellSet<W>,
        direction: Direction,
    ) -> CellSet<W> {
        let back = direction.opposite();
        let hand = region.and(targets).and(&self.moved(region, back));
        boxes.and(&self.moved(&hand, back))
    }
}
