//! Rows with other letters beside their own or between them. Such a line may be text: the rows around it decide.

use super::rows::{LEAST, Row, STRAY, begins, drawn, has_things, letters};
use crate::level::{Alphabet, Tile};
use itertools::Itertools;

/// A row with letters that have no tile, which are drawn as floor.
#[derive(Debug)]
pub(super) struct Mixed {
    pub(super) row: Row,
    /// Column of the first letter without a tile.
    pub(super) column: usize,
    pub(super) what: String,
    /// Number of parts of the line that are rows.
    pub(super) parts: usize,
    /// Whether a part shows a box, a goal or the player.
    pub(super) has_things: bool,
}

/// Returns the row of a line with letters that have no tile, if it looks like a row: one such letter, however often (all
/// digits are one); a wall at both ends; a part that is a row; or signs between its letters. `None` for text.
pub(super) fn of(alphabet: Alphabet, number: usize, text: &str, inside: bool) -> Option<Mixed> {
    // Between rows, a wall may be the letter without a tile.
    let count = || text.chars().filter(|c| !c.is_whitespace() && alphabet.tile(*c).is_some()).count();
    let least = if inside && has_things(alphabet, text) && count() >= LEAST { 1 } else { 2 };
    // Between rows, W is a wall of XSB too; elsewhere it is a letter of words.
    let is_wall = |letter: char| {
        alphabet.tile(letter) == Some(Tile::Wall) && (inside || alphabet != Alphabet::Xsb || letter == '#')
    };
    if text.chars().filter(|letter| is_wall(*letter)).take(least).count() < least || !(inside || begins(alphabet, text))
    {
        return None;
    }
    let line = Cells { alphabet, is_wall, all: letters(alphabet, text).collect() };
    let span = line.walled(&line.all)?;
    let parts = line.parts();
    let foreign = line.foreign();
    let is_one = foreign.iter().map(|letter| if letter.is_ascii_digit() { '0' } else { *letter }).all_equal();
    let is_walled = text.trim_start().starts_with(is_wall) && text.ends_with(is_wall);
    let is_spread = foreign.iter().all(char::is_ascii_punctuation) && line.is_closed();
    if !is_one && !is_walled && !is_spread && parts.is_empty() {
        return None;
    }
    let is_beside = || !is_one && !is_walled || is_spread && !span.iter().any(|cell| line.is_foreign(cell));
    let what = match parts.first() {
        None if is_spread && foreign.len() >= LEAST => {
            let signs = foreign.iter().unique().sorted().map(|sign| format!("`{sign}`")).join(" ");
            format!("{signs} between the letters of a row")
        }
        Some(part) if is_beside() => format!("text beside a row: `{}`", line.beside(part)),
        _ => match foreign.first() {
            Some(letter) if is_widthless(*letter) => format!("U+{:04X}, a character without width", u32::from(*letter)),
            _ => STRAY.to_owned(),
        },
    };
    let column = line.all.iter().find(|cell| line.is_foreign(cell))?.0;
    let shown = if parts.is_empty() { vec![span] } else { parts };
    let has_things = shown.iter().any(|part| part.iter().any(|cell| line.is_thing(cell)));
    Some(Mixed { row: drawn(alphabet, number, text), column, what, parts: shown.len(), has_things })
}

const fn is_widthless(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Column and letter.
type Cell = (usize, char);

struct Cells<W> {
    alphabet: Alphabet,
    is_wall: W,
    all: Vec<Cell>,
}

impl<W: Fn(char) -> bool> Cells<W> {
    fn is_foreign(&self, (_, letter): &Cell) -> bool {
        self.alphabet.tile(*letter).is_none()
    }

    fn is_thing(&self, (_, letter): &Cell) -> bool {
        !matches!(self.alphabet.tile(*letter), None | Some(Tile::Wall | Tile::Floor))
    }

    fn foreign(&self) -> Vec<char> {
        self.all.iter().filter(|cell| self.is_foreign(cell)).map(|(_, letter)| *letter).collect()
    }

    /// Returns the part from the first wall to the last.
    fn walled<'a>(&self, part: &'a [Cell]) -> Option<&'a [Cell]> {
        let is_wall = |(_, letter): &Cell| (self.is_wall)(*letter);
        Some(&part[part.iter().position(is_wall)?..=part.iter().rposition(is_wall)?])
    }

    /// Returns the parts that are rows: from wall to wall without other letters. `www` is a word.
    fn parts(&self) -> Vec<&[Cell]> {
        let parts = self.all.split(|cell| self.is_foreign(cell)).filter_map(|part| self.walled(part));
        let is_word = |part: &&[Cell]| self.alphabet == Alphabet::Xsb && part[0].1 != '#';
        parts.filter(|part| part.len() >= LEAST && !is_word(part)).collect()
    }

    /// Returns whether the first and the last letter with a tile, blanks aside, are walls.
    fn is_closed(&self) -> bool {
        let mut own = self.all.iter().filter(|cell| !self.is_foreign(cell) && !cell.1.is_whitespace());
        let is_wall = |cell: Option<&Cell>| cell.is_some_and(|(_, letter)| (self.is_wall)(*letter));
        is_wall(own.next()) && is_wall(own.next_back())
    }

    /// Returns the text before a part, or if nothing stands before it, the text after it.
    fn beside(&self, part: &[Cell]) -> String {
        let [first, last] = [part.first(), part.last()].map(|cell| cell.map_or(0, |(column, _)| *column));
        let text = |is_beside: &dyn Fn(usize) -> bool| {
            let text: String = self.all.iter().filter(|cell| is_beside(cell.0)).map(|(_, letter)| *letter).collect();
            text.trim().chars().filter(|letter| !letter.is_control()).take(30).collect::<String>()
        };
        let before = text(&|column| column < first);
        if before.is_empty() { text(&|column| column > last) } else { before }
    }
}
