//! Names of areas, squares and crossings in PDDL. Areas are named by number, squares by row and column. Names are in
//! lower case, begin with a letter and are unique.

use crate::level::{Board, Direction, Square};
use crate::maze::{AreaId, Areas};

/// Returns the name of an area, e.g. `a0`.
pub fn area_name(area: AreaId) -> String {
    format!("a{}", area.0)
}

/// Returns the area with a name like `a0`; `None` if the level has no such area.
pub fn read_area(areas: &Areas, name: &str) -> Option<AreaId> {
    let index: usize = name.strip_prefix('a')?.parse().ok()?;
    areas.areas().get(index).map(|area| area.id)
}

/// Returns the name of a square, e.g. `s3-5`: row and column, from 0.
pub(super) fn square(board: &Board, square: Square) -> String {
    format!("s{}", place(board, square))
}

/// Returns row and column of a square, from 0, e.g. `3-5`.
pub(super) fn place(board: &Board, square: Square) -> String {
    let (row, column) = board.row_column(square);
    format!("{row}-{column}")
}

/// Returns the square with a name like `s3-5`; `None` if the board has no such square.
pub(super) fn read_square(board: &Board, name: &str) -> Option<Square> {
    let (row, column) = name.strip_prefix('s')?.split_once('-')?;
    board.square(row.parse().ok()?, column.parse().ok()?)
}

/// Returns the name of a direction, e.g. `up`.
pub(super) const fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Left => "left",
        Direction::Down => "down",
        Direction::Right => "right",
    }
}
