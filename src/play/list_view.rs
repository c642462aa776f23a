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
use super::listing::Listing;
use super::{App, Picked};
use crate::render::cut_to;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Clear, Widget};

/// Width of the list in columns if there is room for a picture beside it.
const WIDTH: u16 = 58;

/// Draws the list over an area.
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

/// Returns the line of a level: mark if solved, number, title, size, boxes and best score.
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
    /// Minimum width of a line, in columns, at which the line has size and number of boxes too.
    const WIDE: usize = 40;
    let figures = if width < WIDE { format!(" {best}") } else { format!(" {size:>6} {boxes:>5} {best:>12}") };
    let room = width.saturating_sub(figures.chars().count() + 1);
    let name = cut_to(name, room);
    let blanks = " ".repeat(room.saturating_sub(name.chars().count()));
    format!("{name}{blanks}{figures}")
}
