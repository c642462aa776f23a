//! A level as two pictures in text, with rows and columns on the edge: the areas, and the boxes.

use super::room_numbers;
use super::text::{painted, style};
use crate::level::{Level, Square};
use crate::maze::Areas;
use crate::render::wrapped;
use anstyle::{AnsiColor, Style};
use itertools::Itertools;

/// Maximum number of columns for the two pictures side by side, used if the caller gives no width.
const WIDTH: usize = 100;

/// Returns two pictures of a level as text: the board with the name of an area on each square, and the level itself,
/// side by side if they fit into `width` columns, else one above the other. Lines are indented by two spaces. Styles for
/// terminals set areas apart, and the boxes on the squares `moved`.
///
/// ```text
///     0123456   0123456
///   0 #######   #######
///   1 #AAaaB#   #@$ .*#
///   2 #######   #######
/// ```
pub(in crate::render) fn boards(
    level: &Level,
    areas: &Areas,
    names: &[String],
    moved: &[Square],
    width: Option<usize>,
) -> String {
    let (board, grid) = (&level.board, &level.grid);
    let cell = names.iter().map(String::len).max().unwrap_or(1);
    let numbered = areas.areas().iter().zip(room_numbers(areas));
    let styles: Vec<Style> = numbered.map(|(area, number)| style(area.is_room().then_some(number))).collect();
    let letters = |row: usize| {
        let of = |column| match board.square(row, column) {
            Some(square) => {
                let area = areas.area_of(square).index();
                painted(styles[area], &format!("{:cell$}", names[area]))
            }
            None => grid.at(row, column).xsb().to_string().repeat(cell),
        };
        (0..board.width()).map(of).join("")
    };
    let boxes = |row: usize| {
        let of = |column| {
            let letter = grid.at(row, column).xsb().to_string();
            let is_moved = board.square(row, column).is_some_and(|square| moved.contains(&square));
            painted(if is_moved { AnsiColor::BrightYellow.on_default().bold() } else { Style::new() }, &letter)
        };
        (0..board.width()).map(of).join("")
    };
    let digits = board.height().saturating_sub(1).to_string().len();
    let heading = "areas (rooms A.., tunnels a..), and boxes; squares are (row,column)";
    let fits = 3 + digits + board.width() * (cell + 1) + 3 <= width.unwrap_or(WIDTH);
    let line =
        |edge: &str, parts: &[String]| format!("  {edge:>digits$} {}", parts.join("   ")).trim_end().to_owned() + "\n";
    let (wide, narrow) = (columns(board.width(), cell), columns(board.width(), 1));
    let picture = |heads: &[Vec<String>], cells: &[&dyn Fn(usize) -> String]| -> String {
        let heads = (0..heads[0].len()).map(|at| line("", &heads.iter().map(|head| head[at].clone()).collect_vec()));
        let rows = (0..board.height()).map(|row| line(&row.to_string(), &cells.iter().map(|of| of(row)).collect_vec()));
        heads.chain(rows).collect()
    };
    wrapped(heading, width)
        + &if fits {
            picture(&[wide, narrow], &[&letters, &boxes])
        } else {
            picture(&[wide], &[&letters]) + "\n" + &picture(&[narrow], &[&boxes])
        }
}

/// Returns the lines above a board with the numbers of its columns, digit by digit: each column has `cell` letters.
fn columns(width: usize, cell: usize) -> Vec<String> {
    let digit = |column: usize, power: u32| match column / 10_usize.pow(power) {
        0 if power > 0 => " ".to_owned(),
        rest => (rest % 10).to_string(),
    };
    let powers = (0..width.saturating_sub(1).max(1).ilog10() + 1).rev();
    powers.map(|power| (0..width).map(|column| format!("{:cell$}", digit(column, power))).join("")).collect()
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn columns_are_numbered_digit_by_digit() {
        assert_eq!(columns(4, 1), ["0123"]);
        assert_eq!(columns(12, 1), ["          11", "012345678901"]);
        assert_eq!(columns(3, 2), ["0 1 2 "]);
    }
}
