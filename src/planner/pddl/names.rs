//! Names of areas, squares and crossings in PDDL.
//!
//! Areas are named by their numbers, squares by row and column, and read back from their names. Names are in lower case, begin with a letter
//! and are unique.

use crate::level::{Board, Direction, Square};
use crate::maze::{AreaId, Areas};

/// Returns the name of an area, like `a0`.
pub fn area_name(area: AreaId) -> String {
    format!("a{}", area.0)
}

/// Returns the area of a name like `a0`; `None` if there is no such area.
pub fn read_area(areas: &Areas, name: &str) -> Option<AreaId> {
    let index: usize = name.strip_prefix('a')?.parse().ok()?;
    areas.areas().get(index).map(|area| area.id)
}

/// Returns the name of a square, like `s3-5`: row and column, from 0.
pub(super) fn square(board: &Board, square: Square) -> String {
    format!("s{}", place(board, square))
}

/// Returns the row and column of a square, like `3-5`.
pub(super) fn place(board: &Board, square: Square) -> String {
    let (row, column) = board.row_column(square);
    format!("{row}-{column}")
}

/// Returns the square of a name like `s3-5`.
pub(super) fn read_square(board: &Board, name: &str) -> Option<Square> {
    let (row, column) = name.strip_prefix('s')?.split_once('-')?;
    board.square(row.parse().ok()?, column.parse().ok()?)
}

/// Returns the name of a direction.
pub(super) const fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Left => "left",
        Direction::Down => "down",
        Direction::Right => "right",
    }
}
