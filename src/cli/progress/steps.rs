//! The board of a position, for terminals that have room for it.
//!
//! The steps of a plan that were carried out, in words.

use crate::level::{Level, Position, Square, Tile};
use crate::maze::Areas;
use crate::render::{area_names, counted};
use anstyle::{AnsiColor, Style};
use itertools::Itertools;
use std::io;

/// Board of a position as rows of letters.
pub(super) struct Board {
    level: Level,
    is_coloured: bool,
}

impl Board {
    /// Number of lines of the terminal that the board leaves free: one above it, one for steps, one below.
    const OTHER_LINES: usize = 3;

    /// Returns the board of a position; `None` if the terminal is too small for it.
    pub(super) fn of(level: &Level, position: Position) -> Option<Self> {
        let (width, height) = terminal_size::terminal_size_of(io::stderr())?;
        let fits = level.grid.width() < usize::from(width.0)
            && level.grid.height() + Self::OTHER_LINES <= usize::from(height.0);
        let is_coloured = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
        fits.then(|| Self { level: level.at(position), is_coloured })
    }

    /// Returns the rows of the board as text, with a line feed before each row.
    pub(super) fn text(&self) -> String {
        let row = |tiles: &[Tile]| -> String { tiles.iter().map(|&tile| self.letter(tile)).collect() };
        self.level.grid.rows().map(|tiles| format!("\n{}", row(tiles))).collect()
    }

    fn letter(&self, tile: Tile) -> String {
        let letter = tile.xsb();
        let style = match letter {
            '#' => Style::new().fg_color(Some(AnsiColor::BrightBlack.into())),
            '$' => Style::new().fg_color(Some(AnsiColor::Yellow.into())).bold(),
            '*' => Style::new().fg_color(Some(AnsiColor::Green.into())).bold(),
            '.' | '+' => Style::new().fg_color(Some(AnsiColor::Red.into())),
            '@' => Style::new().fg_color(Some(AnsiColor::BrightBlue.into())).bold(),
            _ => Style::new(),
        };
        if self.is_coloured && style != Style::new() { format!("{style}{letter}{style:#}") } else { letter.to_string() }
    }
}

/// Maximum number of steps to name, so that they fit in a line: the last steps are named.
const NAMED: usize = 4;

/// Returns `7 steps done: ... B > c > C, A > b > C`; empty without steps. Each step is given as one square of each area
/// on its way; a step without squares was carried out by a push search.
pub(super) fn words(level: &Level, steps: &[Vec<Square>]) -> String {
    if steps.is_empty() {
        return String::new();
    }
    let areas = Areas::of(&level.board);
    let names = area_names(&areas);
    let name = |square: &Square| names[areas.area_of(*square).index()].as_str();
    let step = |squares: &Vec<Square>| match squares.as_slice() {
        [] => "push search".to_owned(),
        [square] => format!("within {}", name(square)),
        squares => squares.iter().map(name).join(" > "),
    };
    let before = if steps.len() > NAMED { "... " } else { "" };
    let last = steps[steps.len().saturating_sub(NAMED)..].iter().map(step).join(", ");
    format!("{} done: {before}{last}", counted(steps.len(), "step"))
}

#[cfg(test)]
mod tests {
    use super::words;
    use crate::level::Level;

    #[test]
    fn the_last_steps_are_named_by_the_areas_of_their_squares() {
        let text = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
        let level = Level::from_xsb("", text).unwrap();
        let [left, tunnel, right] =
            [(1, 1), (2, 5), (1, 9)].map(|(row, column)| level.board.square(row, column).unwrap());
        let across = vec![left, tunnel, right];
        assert_eq!(words(&level, &[]), "");
        assert_eq!(words(&level, std::slice::from_ref(&across)), "1 step done: A > a > B");
        let many = [vec![], across.clone(), vec![left], vec![right], vec![], across];
        assert_eq!(words(&level, &many), "6 steps done: ... within A, within B, push search, A > a > B");
    }
}
