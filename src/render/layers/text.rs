//! Layers as text, with colour escapes for terminals.

use super::LayersView;
use super::canvas::{Cell, Ground, Ink};
use anstyle::{AnsiColor, Color, RgbColor, Style};
use std::fmt::Write;

/// Returns the board with marks and the words of the layers, with colour escapes; streams for plain text drop these.
pub(super) fn text(view: &LayersView<'_>) -> String {
    let mut text = String::new();
    for row in view.canvas().rows {
        let used = row.iter().rposition(|cell| cell.piece != ' ' || cell.mark != ' ').map_or(0, |last| last + 1);
        for cell in &row[..used] {
            letter(&mut text, cell.piece, cell.piece_ink, cell);
            letter(&mut text, cell.mark, cell.mark_ink, cell);
        }
        // Blanks at the end of a line are dropped.
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text.push('\n');
    for line in view.words() {
        text += &line;
        text.push('\n');
    }
    text
}

fn letter(text: &mut String, letter: char, ink: Ink, cell: &Cell) {
    let style = style(ink).bg_color(ground(cell.ground));
    if style == Style::new() {
        text.push(letter);
    } else {
        _ = write!(text, "{style}{letter}{style:#}");
    }
}

fn style(ink: Ink) -> Style {
    let plain = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match ink {
        Ink::Plain => Style::new(),
        Ink::Wall => plain(AnsiColor::BrightBlack),
        Ink::Goal => plain(AnsiColor::Red),
        Ink::Box => plain(AnsiColor::Yellow).bold(),
        Ink::Home => plain(AnsiColor::Green).bold(),
        Ink::Player => plain(AnsiColor::BrightBlue).bold(),
        Ink::Faint => Style::new().dimmed(),
        Ink::Can => plain(AnsiColor::Cyan),
        Ink::Bad => plain(AnsiColor::BrightRed).bold(),
        Ink::Advice => plain(AnsiColor::BrightMagenta).bold(),
    }
}

fn ground(ground: Ground) -> Option<Color> {
    let rgb = |(r, g, b)| Some(Color::Rgb(RgbColor(r, g, b)));
    match ground {
        Ground::Bare => None,
        Ground::Room(number) => rgb(crate::render::picture::colour::dark(number)),
        Ground::Tunnel => rgb((50, 50, 50)),
        Ground::Bad => rgb((90, 0, 0)),
        Ground::Focus => rgb((60, 0, 80)),
    }
}
