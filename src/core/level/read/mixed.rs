//! Rows with other letters beside their own or between them. Such a line may be text: the rows around it decide.

use super::rows::{LEAST, Row, STRAY, begins, has_things, letters};
use crate::level::{Alphabet, Tile};
use itertools::Itertools;

/// A row with letters that have no tile, or rows with text beside them.
pub(super) struct Mixed {
    /// Parts of the line that are rows; the row from the first wall to the last if no part is.
    pub(super) rows: Vec<Row>,
    /// Column of the first letter without a tile.
    pub(super) column: usize,
    pub(super) what: String,
}

/// Returns the row of a line with letters that have no tile, if it looks like a row: one such letter, however often (all
/// digits are one); a wall at both ends; a part that is a row; or signs between its letters. `None` for text.
pub(super) fn of(alphabet: Alphabet, number: usize, text: &str, inside: bool) -> Option<Mixed> {
    let cells: Vec<(usize, char)> = letters(alphabet, text).collect();
    let is_foreign = |cell: &(usize, char)| alphabet.tile(cell.1).is_none();
    // Between rows, W is a wall of XSB too; elsewhere it is a letter of words.
    let is_wall = |cell: &(usize, char)| {
        alphabet.tile(cell.1) == Some(Tile::Wall) && (inside || alphabet != Alphabet::Xsb || cell.1 == '#')
    };
    let own = || cells.iter().filter(|cell| !is_foreign(cell) && !cell.1.is_whitespace());
    // Between rows, a wall may be the letter without a tile.
    let least = if inside && has_things(alphabet, text) && own().count() >= LEAST { 1 } else { 2 };
    if cells.iter().filter(|cell| is_wall(cell)).count() < least || !(inside || begins(alphabet, text)) {
        return None;
    }
    let walled = |part: &'_ [(usize, char)]| Some(part.iter().position(is_wall)?..part.iter().rposition(is_wall)? + 1);
    // `www` is a word.
    let is_part = |part: &&[(usize, char)]| part.len() >= LEAST && (alphabet != Alphabet::Xsb || part[0].1 == '#');
    let parts = cells.split(is_foreign).filter_map(|part| walled(part).map(|walled| &part[walled])).filter(is_part);
    let parts: Vec<_> = parts.collect();
    let foreign: Vec<char> = cells.iter().filter(|cell| is_foreign(cell)).map(|(_, letter)| *letter).collect();
    let is_one = foreign.iter().map(|letter| if letter.is_ascii_digit() { '0' } else { *letter }).all_equal();
    let shown = || cells.iter().filter(|cell| !cell.1.is_whitespace());
    let is_walled = shown().next().is_some_and(is_wall) && shown().next_back().is_some_and(is_wall);
    let is_closed = own().next().is_some_and(is_wall) && own().next_back().is_some_and(is_wall);
    let is_spread = is_closed && foreign.iter().all(char::is_ascii_punctuation);
    if !is_one && !is_walled && !is_spread && parts.is_empty() {
        return None;
    }
    let span = &cells[walled(&cells)?];
    let is_whole = !span.iter().any(is_foreign);
    let what = match (parts.first(), foreign.first()) {
        (None, _) if is_spread && foreign.len() >= LEAST => {
            format!(
                "{} between the letters of a row",
                foreign.iter().unique().sorted().map(|sign| format!("`{sign}`")).join(" ")
            )
        }
        (Some(part), _) if !is_one && !is_walled || is_spread && is_whole => {
            let start = cells.iter().take_while(|cell| cell.0 < part[0].0).count();
            let text = |cells: &[(usize, char)]| cells.iter().map(|cell| cell.1).collect::<String>().trim().to_owned();
            let beside =
                [text(&cells[..start]), text(&cells[start + part.len()..])].into_iter().find(|text| !text.is_empty());
            let beside =
                beside.unwrap_or_default().chars().filter(|letter| !letter.is_control()).take(30).collect::<String>();
            format!("text beside a row: `{beside}`")
        }
        (_, Some(letter)) if is_widthless(*letter) => {
            format!("U+{:04X}, a character without width", u32::from(*letter))
        }
        _ => STRAY.to_owned(),
    };
    let column = cells.iter().find(|cell| is_foreign(cell))?.0;
    let row = |part: &&[(usize, char)]| Row {
        line: number,
        tiles: part.iter().map(|&(column, letter)| (alphabet.tile(letter).unwrap_or_default(), column)).collect(),
    };
    let rows = if parts.is_empty() { vec![row(&span)] } else { parts.iter().map(row).collect() };
    Some(Mixed { rows, column, what })
}

const fn is_widthless(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}
