//! The keys and the names of areas, on the screen: as wide as is needed, and scrolled where the screen is smaller.

use super::App;
use super::command::KEYS;
use crate::render::wrapped;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

/// The width of keys, with the blanks around them.
const KEY: usize = 18;
/// The lines of a page. Not tuned.
const PAGE: usize = 8;

/// Returns the lines of the help, of at most `width` letters.
fn lines(width: usize) -> Vec<String> {
    let room = width.saturating_sub(KEY).max(8);
    let entry = |(key, what): &(&str, &str)| {
        let words = wrapped(what, Some(room));
        let keys = std::iter::once(*key).chain(std::iter::repeat(""));
        keys.zip(words.lines()).map(|(key, line)| format!(" {key:16} {line}")).collect::<Vec<_>>()
    };
    KEYS.iter().flat_map(entry).collect()
}

/// The width that breaks no line.
fn whole() -> usize {
    KEYS.iter().map(|(_, what)| KEY + what.chars().count()).max().unwrap_or(0) + 1
}

/// Draws the help over an area.
pub(super) fn draw_help(app: &App, area: Rect, screen: &mut Buffer) {
    let width = u16::try_from(whole() + 2).unwrap_or(u16::MAX).min(area.width);
    let lines = lines(usize::from(width.saturating_sub(2)));
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(area.height);
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let shown = usize::from(height.saturating_sub(2));
    let from = app.help_from.get().min(lines.len() - shown.min(lines.len()));
    app.help_from.set(from);
    let block = Block::bordered().title(" keys ");
    let block = if shown < lines.len() {
        let last = (from + shown).min(lines.len());
        block.title_bottom(format!(" {} to {last} of {}: arrows scroll ", from + 1, lines.len()))
    } else {
        block
    };
    let seen: Vec<Line<'_>> = lines.into_iter().skip(from).take(shown).map(Line::from).collect();
    Clear.render(place, screen);
    Paragraph::new(seen).block(block).render(place, screen);
}

impl App {
    /// Handles a key that scrolls the help while it is open. Returns whether it was one.
    pub fn help_key(&mut self, key: KeyEvent) -> bool {
        if !self.shows_help || key.modifiers.contains(KeyModifiers::CONTROL) {
            return false;
        }
        let from = self.help_from.get();
        self.help_from.set(match key.code {
            KeyCode::Up | KeyCode::Char('k') => from.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => from + 1,
            KeyCode::PageUp => from.saturating_sub(PAGE),
            KeyCode::PageDown | KeyCode::Char(' ') => from + PAGE,
            KeyCode::Home => 0,
            // Drawing ends it at the last line.
            KeyCode::End => usize::MAX,
            _ => return false,
        });
        true
    }
}
