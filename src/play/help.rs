//! The help on the screen (keys and names of areas), and the framed sheet that shows it, with scrolling if it is too
//! high.

use super::App;
use super::command::KEYS;
use crate::render::wrapped;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget};
use std::cell::Cell;

const KEY: usize = 18;
const PAGE: usize = 8;

fn lines(width: usize) -> Vec<String> {
    let room = width.saturating_sub(KEY).max(8);
    let entry = |(key, what): &(&str, &str)| {
        let words = wrapped(what, Some(room));
        let keys = std::iter::once(*key).chain(std::iter::repeat(""));
        keys.zip(words.lines()).map(|(key, line)| format!(" {key:16} {line}")).collect::<Vec<_>>()
    };
    KEYS.iter().flat_map(entry).collect()
}

fn whole() -> usize {
    KEYS.iter().map(|(_, what)| KEY + what.chars().count()).max().unwrap_or(0)
}

pub(super) fn draw_help(app: &App, area: Rect, screen: &mut Buffer) {
    let width = usize::from(area.width.saturating_sub(2)).min(whole());
    draw_sheet(" keys ", &lines(width), &app.help_from, area, screen);
}

/// Draws lines in a frame over an area, from line `from` if not all fit.
pub(super) fn draw_sheet(title: &'static str, lines: &[String], from: &Cell<usize>, area: Rect, screen: &mut Buffer) {
    let side = |letters: usize, most: u16| u16::try_from(letters + 2).unwrap_or(u16::MAX).min(most);
    let width = side(lines.iter().map(|line| line.chars().count() + 1).max().unwrap_or(0), area.width);
    let height = side(lines.len(), area.height);
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let shown = usize::from(height.saturating_sub(2)).min(lines.len());
    let first = from.get().min(lines.len() - shown);
    from.set(first);
    let block = Block::bordered().title(title);
    let block = if shown < lines.len() {
        block.title_bottom(format!(" {} to {} of {}: arrows scroll ", first + 1, first + shown, lines.len()))
    } else {
        block
    };
    let seen: Vec<Line<'_>> = lines.iter().skip(first).take(shown).map(|line| Line::from(line.as_str())).collect();
    Clear.render(place, screen);
    Paragraph::new(seen).block(block).render(place, screen);
}

impl App {
    /// Handles a key that scrolls the help or a proof while it is open; returns whether the key scrolls.
    pub fn help_key(&mut self, key: KeyEvent) -> bool {
        let open = if self.shows_help { Some(&self.help_from) } else { self.why.as_ref().map(|why| &why.from) };
        let Some(line) = open.filter(|_| !key.modifiers.contains(KeyModifiers::CONTROL)) else { return false };
        let from = line.get();
        line.set(match key.code {
            KeyCode::Up | KeyCode::Char('k') => from.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => from + 1,
            KeyCode::PageUp => from.saturating_sub(PAGE),
            KeyCode::PageDown | KeyCode::Char(' ') => from + PAGE,
            KeyCode::Home => 0,
            // Drawing limits this to the last line.
            KeyCode::End => usize::MAX,
            _ => return false,
        });
        true
    }
}
