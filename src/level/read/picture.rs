//! Conversion of the rows of a board to a level, or to a fault with its place in the file. The picture is cut to its
//! walls: margins and everything outside all walls are removed.

use super::rows::{FEWER_TILES, MOST_TILES, Row};
use crate::level::{BoardError, Fault, Grid, Level, Tile};

/// Returns the approximate bytes for checking the rows of one board.
pub(super) fn bytes(rows: &[Row]) -> usize {
    /// Bytes for each tile: in the picture before and after it is cut, and in the lists of the board.
    const TILE: usize = 48;
    TILE * (width(rows).saturating_mul(rows.len())).min(MOST_TILES)
}

fn width(rows: &[Row]) -> usize {
    rows.iter().map(|row| row.tiles.len()).max().unwrap_or(0)
}

/// Returns the level of the rows of one board, or the fault of the board.
pub(super) fn level(lines: &[&str], rows: &[Row]) -> Result<Level, Fault> {
    let width = width(rows);
    if width.saturating_mul(rows.len()) > MOST_TILES {
        let line = rows.first().map_or(0, |row| row.line);
        let what = format!("a board of {width} columns and {} rows", rows.len());
        return Err(Fault::at(lines, line, 0, &what, FEWER_TILES));
    }
    let tiles: Vec<Vec<Tile>> = rows.iter().map(|row| row.tiles.iter().map(|(tile, _)| *tile).collect()).collect();
    let (grid, top, left) = crop(Grid::new(&tiles));
    Level::from_grid("", grid).map_err(|offence| located(lines, rows, top, left, &offence))
}

/// Returns the fault of a board at its place in the file; `top` and `left` rows and columns were cut off.
fn located(lines: &[&str], rows: &[Row], top: usize, left: usize, offence: &BoardError) -> Fault {
    let row = &rows[(offence.row + top).min(rows.len() - 1)];
    let column = offence.column + left;
    let column = row.tiles.get(column).map_or_else(|| past(row, column), |&(_, column)| column);
    Fault::offence(lines, row.line, column, offence)
}

/// Returns the column in the file of a tile beyond the end of a short row.
fn past(row: &Row, column: usize) -> usize {
    row.tiles.last().map_or(column, |&(_, last)| last + 1 + column - row.tiles.len())
}

/// Cuts a picture to the rectangle of its walls; returns it with the numbers of rows removed above and of columns
/// removed on the left. If more than decoration would be removed, nothing is cut, and the check of the board reports
/// the fault.
pub(super) fn crop(grid: Grid) -> (Grid, usize, usize) {
    let walls = extent(&grid, |tile| tile == Tile::Wall);
    let rest = extent(&grid, |tile| !matches!(tile, Tile::Wall | Tile::Floor | Tile::BoxOnGoal));
    let Some([top, left, bottom, right]) = walls else { return (grid, 0, 0) };
    if rest.is_some_and(|[t, l, b, r]| t < top || l < left || b > bottom || r > right) {
        return (grid, 0, 0);
    }
    if [top, left, bottom + 1, right + 1] == [0, 0, grid.height(), grid.width()] {
        return (grid, 0, 0);
    }
    let row = |row: usize| (left..=right).map(|column| grid.at(row, column)).collect::<Vec<_>>();
    let rows: Vec<Vec<Tile>> = (top..=bottom).map(row).collect();
    (Grid::new(&rows), top, left)
}

/// Returns the first row, first column, last row and last column of the tiles that are `wanted`; `None` if no tile is.
fn extent(grid: &Grid, wanted: impl Fn(Tile) -> bool) -> Option<[usize; 4]> {
    let mut extent: Option<[usize; 4]> = None;
    for (row, tiles) in grid.rows().enumerate() {
        let Some(first) = tiles.iter().position(|&tile| wanted(tile)) else { continue };
        let last = tiles.iter().rposition(|&tile| wanted(tile)).unwrap_or(first);
        let [top, left, _, right] = extent.unwrap_or([row, first, row, last]);
        extent = Some([top, left.min(first), row, right.max(last)]);
    }
    extent
}
