//! The eight symmetries of the square, rotations and reflections; and canonical forms, for finding duplicates and
//! similar levels.

use super::{Board, Direction, Grid, Level, Lurd, Square, Tile};
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

    pub(crate) const fn inverse(self) -> Self {
        let Self { transpose, flip_rows, flip_columns } = self;
        // The transposition comes first, so that undone it exchanges the flips; flips alone undo themselves.
        if transpose { Self::new(true, flip_columns, flip_rows) } else { self }
    }

    /// Returns the image of each square under the symmetry of the rectangle of squares, if it maps the board to itself.
    pub fn of_board(self, board: &Board) -> Option<Vec<Square>> {
        let [top, left, height, width] = rectangle(board);
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

    pub(crate) const fn of_direction(self, direction: Direction) -> Direction {
        // A transposition exchanges up with left, and down with right, which are side by side in the list.
        let turned = if self.transpose { Direction::ALL[direction.index() ^ 1] } else { direction };
        let flips = match turned {
            Direction::Up | Direction::Down => self.flip_rows,
            Direction::Left | Direction::Right => self.flip_columns,
        };
        if flips { turned.opposite() } else { turned }
    }

    /// Returns the image of moves under the symmetry.
    pub fn of_lurd(self, lurd: &Lurd) -> Lurd {
        Lurd(lurd.0.iter().map(|&direction| self.of_direction(direction)).collect())
    }
}

impl Level {
    /// Returns the level turned or mirrored by a symmetry.
    #[must_use]
    pub fn turned(&self, symmetry: Symmetry) -> Self {
        Self::from_grid(self.title.clone(), symmetry.of_grid(&self.grid)).expect("invariant: turning keeps a level one")
    }
}

/// Canonical form of a level: equal for levels that differ only by a symmetry, by the player's place within a region,
/// by decoration, and by walls out of reach.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical {
    height: usize,
    width: usize,
    cells: Vec<u8>,
}

const WALL: u8 = 0;
const FLOOR: u8 = 1;
const GOAL: u8 = 2;
const BOX: u8 = 4;
const PLAYER: u8 = 8;

/// The pictures of a level under all eight rotations and reflections.
#[derive(Clone, Debug)]
pub struct Pictures(Vec<Canonical>);

impl Pictures {
    /// Draws the pictures of a level under all symmetries.
    pub fn of(level: &Level) -> Self {
        let board = &level.board;
        let region = board.region(level.start.player, |square| level.start.has_box(square));
        Self(Symmetry::all().map(|symmetry| picture(level, &region, symmetry)).collect())
    }

    /// Returns the number of squares that differ between two levels, ignoring the player, under the symmetry with the smallest
    /// number; `None` if it exceeds `most`, or if the sizes differ under every symmetry.
    pub fn difference(&self, other: &Self, most: usize) -> Option<usize> {
        let first = self.0.first()?;
        let differences =
            other.0.iter().filter(|picture| (picture.height, picture.width) == (first.height, first.width));
        differences.filter_map(|picture| first.difference(picture, most)).min()
    }
}

impl Canonical {
    /// Returns the canonical form of a level: the smallest of its eight pictures.
    pub fn of(level: &Level) -> Self {
        Pictures::of(level).0.into_iter().min().expect("invariant: there are eight symmetries")
    }

    /// Returns the number of places that differ between two pictures of equal size; `None` if it exceeds `most`.
    fn difference(&self, other: &Self, most: usize) -> Option<usize> {
        let mut differing = 0;
        for (one, another) in self.cells.iter().zip(&other.cells) {
            differing += usize::from((one ^ another) & !PLAYER != 0);
            if differing > most {
                return None;
            }
        }
        Some(differing)
    }

    /// Returns a hash of the form that does not depend on run or machine: FNV-1a of the size and the cells.
    pub fn digest(&self) -> u64 {
        let sizes = [self.height, self.width].map(|size| (size as u64).to_le_bytes());
        let bytes = sizes.iter().flatten().chain(&self.cells);
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

/// Returns the first row and the first column with squares, and how many rows and columns the squares take.
pub(crate) fn rectangle(board: &Board) -> [usize; 4] {
    let (rows, columns): (Vec<usize>, Vec<usize>) = board.squares().map(|square| board.row_column(square)).unzip();
    let ends = |places: Vec<usize>| places.into_iter().minmax().into_option().unwrap_or_default();
    let ((top, bottom), (left, right)) = (ends(rows), ends(columns));
    [top, left, bottom - top + 1, right - left + 1]
}

/// Returns the picture under a symmetry, cut to the rectangle of squares, with the player on the first place of `region`.
fn picture(level: &Level, region: &[bool], symmetry: Symmetry) -> Canonical {
    let board = &level.board;
    let [top, left, rows, columns] = rectangle(board);
    let (height, width) = symmetry.size(rows, columns);
    let mut cells = vec![WALL; height * width];
    let mut player = usize::MAX;
    for square in board.squares() {
        let (row, column) = board.row_column(square);
        let (row, column) = symmetry.target(row - top, column - left, rows, columns);
        let place = row * width + column;
        cells[place] =
            FLOOR + if board.is_goal(square) { GOAL } else { 0 } + if level.start.has_box(square) { BOX } else { 0 };
        if region[square.index()] {
            player = player.min(place);
        }
    }
    cells[player] += PLAYER;
    Canonical { height, width, cells }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_alike_in_the_turn_in_which_fewest_squares_differ() {
        let pictures = |text: &str| Pictures::of(&Level::from_xsb("", text).expect("a good board"));
        let plain = pictures("#####\n#@  ##\n# $. #\n##   #\n #####");
        let moved = pictures("  #####\n ##   #\n # .$ #\n #@ # #\n #####");
        assert_eq!(plain.difference(&plain, 0), Some(0));
        assert_eq!(plain.difference(&moved, 4), Some(2), "mirrored, a wall and a square of floor have changed places");
        assert_eq!(plain.difference(&moved, 0), None);
        assert_eq!(plain.difference(&pictures("#######\n#@ $ .#\n#######"), 99), None, "another size");
    }
}
