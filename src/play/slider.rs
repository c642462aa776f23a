//! The slider: all moves of the game as a line, with a mark at the present one.
//!
//! ```text
//!    12 ├────────●─────┤ 20
//! ```

use super::App;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Number of columns for the numbers before and after the line, blanks included.
const BESIDE: u16 = 8;

impl App {
    /// Draws the slider into a row, if moves were made and there is room.
    pub(super) fn draw_slider(&self, row: Rect, screen: &mut Buffer) {
        let (at, all) = (self.game.moves(), self.game.all_moves());
        let line = Rect { x: row.x + BESIDE, width: row.width.saturating_sub(2 * BESIDE), ..row };
        if all == 0 || line.width < 3 {
            self.slider.set(Rect::default());
            return;
        }
        self.slider.set(line);
        let last = usize::from(line.width) - 1;
        let mark = at * last / all;
        let letter = |column| match column {
            _ if column == mark => '●',
            0 => '├',
            _ if column == last => '┤',
            _ => '─',
        };
        let drawn: String = (0..=last).map(letter).collect();
        let text = format!("{at:>7} {drawn} {all}");
        screen.set_stringn(row.x, row.y, text, usize::from(row.width), Style::new());
    }

    /// Goes to the move at a column of the slider; returns whether the place is on the slider.
    pub(super) fn click_slider(&mut self, column: u16, row: u16) -> bool {
        let line = self.slider.get();
        if row != line.y || !(line.x..line.x + line.width).contains(&column) {
            return false;
        }
        let (place, last) = (usize::from(column - line.x), usize::from(line.width) - 1);
        let to = (place * self.game.all_moves()).div_ceil(last.max(1));
        self.change(|game| game.go_to(to));
        true
    }

    /// Goes on or back by a tenth of all moves.
    pub(super) fn slide(&mut self, is_on: bool) {
        let (at, all) = (self.game.moves(), self.game.all_moves());
        let much = all.div_ceil(10);
        let to = if is_on { (at + much).min(all) } else { at.saturating_sub(much) };
        self.change(|game| game.go_to(to));
    }
}
