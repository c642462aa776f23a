//! The board with the names of goals and parking squares on it.
//!
//! ```text
//!   # # # # # #        A cell is the letter of XSB and a name beside it, each name as wide as the widest. If that
//!   #   @ $ .2#        exceeds 80 columns, the name alone stands in its square.
//!   #   $ .1a #
//!   # # # # # #
//! ```

use super::PackingView;
use crate::level::Tile;

/// Maximum width of a line, in columns.
const WIDTH: usize = 80;

/// Returns the rows of the board as lines that begin with `indent`.
pub(super) fn board(view: &PackingView<'_>, indent: usize) -> String {
    let (board, grid) = (&view.level.board, &view.level.grid);
    let widest = view.called.values().map(String::len).max().unwrap_or(0);
    let is_roomy = indent + grid.width() * (widest + 1) <= WIDTH;
    let cell = |row, column| {
        let tile = grid.at(row, column);
        let name = board.square(row, column).map_or("", |square| view.called(square));
        match (tile, is_roomy) {
            (Tile::Wall, true) => "#".repeat(widest + 1),
            (Tile::Wall, false) => "#".repeat(widest.max(1)),
            (_, true) => format!("{}{name:widest$}", tile.xsb()),
            (_, false) if name.is_empty() => format!("{:width$}", tile.xsb(), width = widest.max(1)),
            (_, false) => format!("{name:widest$}"),
        }
    };
    let line = |row| {
        let cells: String = (0..grid.width()).map(|column| cell(row, column)).collect();
        format!("{}{}\n", " ".repeat(indent), cells.trim_end())
    };
    (0..grid.height()).map(line).collect()
}
