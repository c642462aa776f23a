//! A level with its areas as letters.

use crate::level::{Level, Tile};
use crate::maze::Areas;
use std::fmt::Write;

/// Returns walls as `#`, boxes, goals and player as drawn, all else by the first letter of its area; lines are indented
/// by two blanks.
///
/// ```text
///   #######
///   #@$aB.#
///   #######
/// ```
pub(super) fn area_map(level: &Level, areas: &Areas, names: &[String]) -> String {
    let (board, grid) = (&level.board, &level.grid);
    let mut text = String::from("areas (letters: rooms A.., tunnels a..)\n");
    for row in 0..board.height() {
        let letter = |column| match board.square(row, column) {
            Some(square) if grid.at(row, column) == Tile::Floor => {
                names[areas.area_of(square).index()].chars().next().unwrap_or(' ')
            }
            _ => grid.at(row, column).xsb(),
        };
        let line: String = (0..board.width()).map(letter).collect();
        _ = writeln!(text, "  {}", line.trim_end());
    }
    text
}
