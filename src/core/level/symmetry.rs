//! The eight symmetries of the square: rotations and reflections.

use super::{Board, Direction, Grid, Lurd, Square, Tile};
use itertools::Itertools;

/// One of the eight symmetries of the square: optionally a reflection along the main diagonal, then flips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_columns: bool,
}

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Self = Self::new(false, false, false);
    /// The reflection that swaps left and right.
    pub const MIRROR: Self = Self::new(false, false, true);
    /// The quarter turn clockwise.
    pub const QUARTER: Self = Self::new(true, false, true);
    /// The half turn.
    pub const HALF: Self = Self::new(false, true, true);
    /// The quarter turn anticlockwise.
    pub const THREE_QUARTERS: Self = Self::new(true, true, false);

    const fn new(transpose: bool, flip_rows: bool, flip_columns: bool) -> Self {
        Self { transpose, flip_rows, flip_columns }
    }

    /// Returns all eight symmetries.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self::new(bits & 1 > 0, bits & 2 > 0, bits & 4 > 0))
    }

    /// Returns the image of a picture under the symmetry.
    pub fn of_grid(self, grid: &Grid) -> Grid {
        let (height, width) = self.size(grid.height(), grid.width());
        let mut image = Grid::new(&vec![vec![Tile::Floor; width]; height]);
        for (row, column) in (0..grid.height()).cartesian_product(0..grid.width()) {
            let (to, side) = self.target(row, column, grid.height(), grid.width());
            image.set(to, side, grid.at(row, column));
        }
        image
    }

    /// Returns the symmetry that undoes this one.
    pub const fn inverse(self) -> Self {
        let Self { transpose, flip_rows, flip_columns } = self;
        if transpose { Self::new(true, flip_columns, flip_rows) } else { self }
    }

    /// Returns the image of each square of a board under the symmetry of the rectangle of the squares; `None` unless
    /// the symmetry maps squares to squares and goals to goals.
    pub fn of_board(self, board: &Board) -> Option<Vec<Square>> {
        let ends = |values: &mut dyn Iterator<Item = usize>| values.minmax().into_option();
        let (top, bottom) = ends(&mut board.squares().map(|square| board.row_column(square).0))?;
        let (left, right) = ends(&mut board.squares().map(|square| board.row_column(square).1))?;
        let (height, width) = (bottom - top + 1, right - left + 1);
        let image = |square: Square| {
            let (row, column) = board.row_column(square);
            let (row, column) = self.target(row - top, column - left, height, width);
            board.square(top + row, left + column).filter(|&image| board.is_goal(image) == board.is_goal(square))
        };
        (self.size(height, width) == (height, width)).then(|| board.squares().map(image).collect())?
    }

    /// Returns the height and width of the image of a picture with this height and width.
    pub(crate) const fn size(self, height: usize, width: usize) -> (usize, usize) {
        if self.transpose { (width, height) } else { (height, width) }
    }

    /// Returns row and column in the image of the place `row`, `column` of a picture with this height and width.
    pub(crate) const fn target(self, row: usize, column: usize, height: usize, width: usize) -> (usize, usize) {
        let (height, width) = self.size(height, width);
        let (row, column) = if self.transpose { (column, row) } else { (row, column) };
        let row = if self.flip_rows { height - 1 - row } else { row };
        let column = if self.flip_columns { width - 1 - column } else { column };
        (row, column)
    }

    /// Returns the image of a direction under the symmetry.
    pub const fn of_direction(self, direction: Direction) -> Direction {
        use Direction::{Down, Left, Right, Up};
        let turned = match (self.transpose, direction) {
            (false, _) => direction,
            (true, Up) => Left,
            (true, Left) => Up,
            (true, Down) => Right,
            (true, Right) => Down,
        };
        let flips = match turned {
            Up | Down => self.flip_rows,
            Left | Right => self.flip_columns,
        };
        if flips { turned.opposite() } else { turned }
    }

    /// Returns the image of moves under the symmetry.
    pub fn of_lurd(self, lurd: &Lurd) -> Lurd {
        Lurd(lurd.0.iter().map(|&direction| self.of_direction(direction)).collect())
    }
}
