//! Levels: a picture, its board, and the starting position.

use super::{Board, BoardError, Grid, Lurd, Position, ReplayError, Tile, replay};

/// One puzzle, whose board was checked.
///
/// ```
/// use sokoplan_core::Level;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("one push", "#####\n#@$.#\n#####")?;
/// assert_eq!((level.board.len(), level.start.boxes.len()), (3, 1));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Title of the level; empty if the file does not name it.
    pub title: String,
    /// Picture of the level, decoration included.
    pub grid: Grid,
    /// Squares, walls and goals.
    pub board: Board,
    /// Squares of the boxes and the player at the start.
    pub start: Position,
}

impl Level {
    /// Checks a picture, and creates the level; see [`Board::from_grid`].
    pub fn from_grid(title: impl Into<String>, grid: Grid) -> Result<Self, BoardError> {
        let (board, start) = Board::from_grid(&grid)?;
        Ok(Self { title: title.into(), grid, board, start })
    }

    /// Reads one board in XSB letters (`# @ + $ * .`, floor as space, `-` or `_`); other letters are floor. For
    /// examples and tests: files are read by [`super::read`], which accepts all dialects and reports the place of a
    /// fault.
    pub fn from_xsb(title: impl Into<String>, text: &str) -> Result<Self, BoardError> {
        let tile = |letter| Tile::ALL.into_iter().find(|tile| tile.xsb() == letter).unwrap_or_default();
        let rows: Vec<Vec<Tile>> =
            text.lines().filter(|l| !l.trim().is_empty()).map(|line| line.chars().map(tile).collect()).collect();
        Self::from_grid(title, Grid::new(&rows))
    }

    /// Returns the level whose start is the position after these moves.
    pub fn after(&self, moves: &Lurd) -> Result<Self, ReplayError> {
        Ok(self.at(replay(&self.board, &self.start, moves)?.end))
    }

    /// Returns the level with `position`, a position on the board, as the start.
    #[must_use]
    pub fn at(&self, position: Position) -> Self {
        let mut grid = self.grid.clone();
        for square in self.board.squares() {
            let (row, column) = self.board.row_column(square);
            let (goal, player) = (self.board.is_goal(square), square == position.player);
            grid.set(row, column, Tile::floor_with(goal, position.has_box(square), player));
        }
        Self { title: self.title.clone(), grid, board: self.board.clone(), start: position }
    }
}
