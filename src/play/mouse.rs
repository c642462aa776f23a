//! Where squares are on the screen.

use super::App;
use crate::level::Square;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

/// Where the board was drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Placed {
    /// The screen's column and row of the first cell.
    pub origin: (u16, u16),
    /// Columns and rows of the screen.
    pub size: (u16, u16),
    /// Columns for each square: 1 or 2.
    pub cell: u16,
    /// The board's row and column that are drawn first.
    pub first: (usize, usize),
}

impl Placed {
    /// The board's row and column at a column and row of the screen.
    fn place(self, column: u16, row: u16) -> Option<(usize, usize)> {
        let (x, y) = (column.checked_sub(self.origin.0)?, row.checked_sub(self.origin.1)?);
        let is_inside = x < self.size.0 && y < self.size.1 && self.cell > 0;
        is_inside.then(|| (self.first.0 + usize::from(y), self.first.1 + usize::from(x / self.cell)))
    }
}

impl App {
    /// What the mouse does.
    pub fn mouse(&mut self, event: MouseEvent) {
        match (event.kind, self.square_at(event.column, event.row)) {
            (MouseEventKind::Down(MouseButton::Left), Some(square)) => self.click(square),
            (MouseEventKind::Moved, Some(square)) => self.hover(square),
            _ => {}
        }
    }

    fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        let (row, column) = self.placed.get().place(column, row)?;
        self.game.level().board.square(row, column)
    }
}
