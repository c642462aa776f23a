//! The list of levels to choose from. Typed text narrows it to levels whose number begins with the text, or whose title
//! contains it.

use super::{App, Picked};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Open list of levels: the typed text and the chosen level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Listing {
    pub(super) search: String,
    /// Index of the chosen level among all levels.
    pub(super) at: usize,
}

/// Number of lines by which a page key moves the choice.
const PAGE: usize = 10;

impl Listing {
    /// Opens the list with the level at this index chosen.
    pub(super) const fn of(at: usize) -> Self {
        Self { search: String::new(), at }
    }

    /// Returns the indices of the levels that match the typed text.
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
