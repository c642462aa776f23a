//! Two texts of a level: the board with the letters of its areas, and the board with boxes and player.

use crate::level::Level;
use crate::maze::Areas;
use itertools::Itertools;

/// Maximum number of columns for the two pictures side by side, used if the caller gives no width.
const WIDTH: usize = 100;

/// Returns two pictures of a level as text: the board with the name of an area on each square, and the level itself,
/// side by side if they fit into `width` columns, else one above the other. Lines are indented by two spaces.
///
/// ```text
///   #######   #######
///   #AAaaB#   #@$ .*#
///   #######   #######
/// ```
pub(super) fn boards(level: &Level, areas: &Areas, names: &[String], width: Option<usize>) -> String {
    let (board, grid) = (&level.board, &level.grid);
    let cell = names.iter().map(String::len).max().unwrap_or(1);
    let letters = |row: usize| {
        let of = |column| match board.square(row, column) {
            Some(square) => format!("{:cell$}", names[areas.area_of(square).index()]),
            None => grid.at(row, column).xsb().to_string().repeat(cell),
        };
        (0..board.width()).map(of).join("")
    };
    let boxes = |row: usize| (0..board.width()).map(|column| grid.at(row, column).xsb()).collect::<String>();
    let heading = "areas (rooms A.., tunnels a..), and boxes\n";
    let rows = 0..board.height();
    let fits = 2 + board.width() * (cell + 1) + 3 <= width.unwrap_or(WIDTH);
    let beside = |row| format!("  {}   {}", letters(row), boxes(row)).trim_end().to_owned() + "\n";
    let alone = |line: String| format!("  {line}").trim_end().to_owned() + "\n";
    let text: String = if fits {
        rows.map(beside).collect()
    } else {
        rows.clone().map(letters).map(alone).chain(["\n".to_owned()]).chain(rows.map(boxes).map(alone)).collect()
    };
    heading.to_owned() + &text
}
