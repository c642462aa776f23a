//! The list of levels to choose from. Typed text narrows it to levels whose number begins with the text, or whose title
//! contains it.
//!
//! The list of levels on the screen, with a small picture of the chosen level.
//!
//! ```text
//!   search: door_            3 of 40, 12 solved
//!         level          size boxes moves/pushes
//!    *  3  A door          6x3   1        28/11   ######
//!       9  Two doors      12x9   4                #@$ .#
//! ```

use super::board::thumbnail;
use super::ink::Palette;
use super::{App, Picked};
use crate::render::cut_to;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Clear, Widget};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Listing {
    pub(super) search: String,
    pub(super) at: usize,
}

const PAGE: usize = 10;

impl Listing {
    pub(super) const fn of(at: usize) -> Self {
        Self { search: String::new(), at }
    }

    pub(super) fn found(&self, levels: &[Picked]) -> Vec<usize> {
        let wanted = self.search.to_lowercase();
        let is_found = |picked: &Picked| {
            picked.number.to_string().starts_with(&wanted) || picked.level.title.to_lowercase().contains(&wanted)
        };
        levels.iter().enumerate().filter(|(_, picked)| is_found(picked)).map(|(index, _)| index).collect()
    }

    /// Changes the typed text, then chooses the level with this number, or the first match unless the chosen level
    /// matches.
    fn search(&mut self, levels: &[Picked], change: impl FnOnce(&mut String)) {
        change(&mut self.search);
        let found = self.found(levels);
        let is_number = |index: &usize| levels[*index].number.to_string() == self.search;
        let exact = found.iter().copied().find(is_number);
        if let Some(better) = exact.or_else(|| found.first().copied().filter(|_| !found.contains(&self.at))) {
            self.at = better;
        }
    }

    /// Moves the choice among the matching levels; `by` maps the old and the last place among these to the new place.
    fn go(&mut self, levels: &[Picked], by: impl FnOnce(usize, usize) -> usize) {
        let found = self.found(levels);
        let place = found.iter().position(|index| *index == self.at).unwrap_or(0);
        let last = found.len().saturating_sub(1);
        if let Some(&index) = found.get(by(place, last).min(last)) {
            self.at = index;
        }
    }
}

impl App {
    /// Handles a key while the list is open; returns whether the key was used.
    pub fn list_key(&mut self, key: KeyEvent) -> bool {
        let Some(list) = &mut self.listing else { return false };
        let levels = &self.levels;
        match key.code {
            KeyCode::Char('c' | 'q') if key.modifiers.contains(KeyModifiers::CONTROL) => return false,
            KeyCode::Esc => self.listing = None,
            KeyCode::Enter => {
                let at = list.found(levels).contains(&list.at).then_some(list.at);
                self.listing = None;
                if at != Some(self.at) {
                    self.turn_to(at);
                }
            }
            KeyCode::Up => list.go(levels, |place, _| place.saturating_sub(1)),
            KeyCode::Down | KeyCode::Tab => list.go(levels, |place, _| place + 1),
            KeyCode::PageUp => list.go(levels, |place, _| place.saturating_sub(PAGE)),
            KeyCode::PageDown => list.go(levels, |place, _| place + PAGE),
            KeyCode::Home => list.go(levels, |_, _| 0),
            KeyCode::End => list.go(levels, |_, last| last),
            KeyCode::Backspace => list.search(levels, |search| {
                search.pop();
            }),
            KeyCode::Char('/') if list.search.is_empty() => {}
            KeyCode::Char(letter) => list.search(levels, |search| search.push(letter)),
            _ => {}
        }
        true
    }
}

/// Width of the list in columns if there is room for a picture beside it.
const WIDTH: u16 = 58;

pub(super) fn draw_list(app: &App, list: &Listing, palette: Palette, area: Rect, screen: &mut Buffer) {
    Clear.render(area, screen);
    let found = list.found(&app.levels);
    let solved = app.levels.iter().filter(|picked| app.progress.is_solved(&picked.level)).count();
    let width = if area.width > WIDTH + 8 { WIDTH } else { area.width };
    let put = |line: u16, text: &str, style: Style, screen: &mut Buffer| {
        if line < area.height {
            let text = format!("{:1$}", cut_to(text, usize::from(width)), usize::from(width));
            screen.set_stringn(area.x, area.y + line, text, usize::from(width), style);
        }
    };
    let head = format!(" search: {}_   {} of {}, {solved} solved", list.search, found.len(), app.levels.len());
    put(0, &head, Style::new().add_modifier(Modifier::BOLD), screen);
    put(area.height.saturating_sub(1), " type: search   Enter: play   Esc: back", Style::new(), screen);
    put(1, &columns("      level", "size", "boxes", "moves/pushes", usize::from(width)), Style::new(), screen);
    let rows = usize::from(area.height.saturating_sub(3));
    let place = found.iter().position(|index| *index == list.at).unwrap_or(0);
    let first = place.saturating_sub(rows / 2).min(found.len().saturating_sub(rows));
    for (line, &index) in (2..).zip(found.iter().skip(first).take(rows)) {
        let style = if index == list.at { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        put(line, &entry(app, index, usize::from(width)), style, screen);
    }
    if width < area.width && found.contains(&list.at) {
        let beside = Rect { x: area.x + width + 1, width: area.width - width - 1, ..area };
        thumbnail(&app.levels[list.at].level, palette, beside, screen);
    }
}

fn entry(app: &App, index: usize, width: usize) -> String {
    let picked = &app.levels[index];
    let Picked { number, level, .. } = picked;
    let [pushes, moves] = app.progress.best(level);
    let best = match (moves, pushes) {
        (Some(moves), Some(pushes)) => format!("{}/{}", moves.moves, pushes.pushes),
        _ => String::new(),
    };
    let mark = if best.is_empty() { ' ' } else { '*' };
    let size = format!("{}x{}", level.grid.width(), level.grid.height());
    let boxes = level.start.boxes.len().to_string();
    columns(&format!(" {mark}{number:>5}  {}", level.title), &size, &boxes, &best, width)
}

/// Returns a line of the list, with the name in the width that is left; narrow lists have only name and score.
fn columns(name: &str, size: &str, boxes: &str, best: &str, width: usize) -> String {
    const WIDE: usize = 40;
    let figures = if width < WIDE { format!(" {best}") } else { format!(" {size:>6} {boxes:>5} {best:>12}") };
    let room = width.saturating_sub(figures.chars().count() + 1);
    let name = cut_to(name, room);
    let blanks = " ".repeat(room.saturating_sub(name.chars().count()));
    format!("{name}{blanks}{figures}")
}
