//! The board of a position, for terminals that have room for it.

use crate::level::{Level, Position, Tile};
use anstyle::{AnsiColor, Style};
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
