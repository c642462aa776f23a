//! Names of areas, short, unique, and in reading order: upper-case letters for rooms, lower-case letters for tunnels; and
//! the board with them.

use crate::level::Level;
use crate::maze::Areas;
use itertools::Itertools;

/// Returns the name of each area, by number: rooms `A`, `B`, .., tunnels `a`, `b`, ..
pub fn area_names(areas: &Areas) -> Vec<String> {
    let (mut rooms, mut tunnels) = (0, 0);
    let name = |area: &crate::maze::Area| {
        let (count, first) = if area.is_room() { (&mut rooms, b'A') } else { (&mut tunnels, b'a') };
        *count += 1;
        letters(*count, first)
    };
    areas.areas().iter().map(name).collect()
}

/// Returns a number as a column name of spreadsheets: 1 is A, 26 is Z, 27 is AA; `first` is the letter of 1.
pub(in crate::render) fn letters(count: usize, first: u8) -> String {
    let mut name = Vec::new();
    let mut rest = count;
    while rest > 0 {
        rest -= 1;
        #[expect(clippy::cast_possible_truncation, reason = "below 26")]
        name.push(char::from(first + (rest % 26) as u8));
        rest /= 26;
    }
    name.iter().rev().collect()
}

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
pub(in crate::render) fn boards(level: &Level, areas: &Areas, names: &[String], width: Option<usize>) -> String {
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

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn names_go_on_after_the_alphabet() {
        let named: Vec<_> = [1, 2, 26, 27, 52, 53, 702, 703].map(|n| letters(n, b'A')).into();
        assert_eq!(named, ["A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }
}
