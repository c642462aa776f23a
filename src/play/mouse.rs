//! The mouse: squares at places of the screen, and the effect of clicks.

use super::App;
use crate::assist::Layer;
use crate::level::{Direction, Square};
use crate::push::walk_and_push;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Placed {
    /// Column and row of the screen at which the drawn board begins.
    pub origin: (u16, u16),
    /// Numbers of columns and rows of the screen that the board takes.
    pub size: (u16, u16),
    /// Numbers of columns and rows of the screen that each square takes.
    pub cell: (u16, u16),
    /// Row and column of the board that are drawn first.
    pub first: (usize, usize),
}

impl Placed {
    fn place(self, column: u16, row: u16) -> Option<(usize, usize)> {
        let (x, y) = (column.checked_sub(self.origin.0)?, row.checked_sub(self.origin.1)?);
        let (width, height) = self.cell;
        let is_inside = x < self.size.0 && y < self.size.1 && width > 0 && height > 0;
        is_inside.then(|| (self.first.0 + usize::from(y / height), self.first.1 + usize::from(x / width)))
    }
}

impl App {
    /// Handles a mouse event: clicks, drags and movement.
    pub fn mouse(&mut self, event: MouseEvent) {
        const LEFT: MouseButton = MouseButton::Left;
        let is_slide = matches!(event.kind, MouseEventKind::Down(LEFT) | MouseEventKind::Drag(LEFT));
        if self.listing.is_some() || is_slide && self.click_slider(event.column, event.row) {
            return;
        }
        match (event.kind, self.square_at(event.column, event.row)) {
            (MouseEventKind::Down(LEFT), Some(square)) => self.click(square),
            (MouseEventKind::Up(LEFT), Some(square)) => self.release(square),
            (MouseEventKind::Moved, Some(square)) => self.hover(square),
            _ => {}
        }
    }

    fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        let (row, column) = self.placed.get().place(column, row)?;
        self.game.level().board.square(row, column)
    }

    /// Handles a click on a square: a clicked box is selected, and a selected box is pushed to the square; without a
    /// selected box the player walks to the square.
    pub fn click(&mut self, square: Square) {
        self.message.clear();
        if self.game.position().has_box(square) {
            self.select(if self.selected == Some(square) { None } else { Some(square) });
        } else if let Some(taken) = self.selected {
            self.push_box(taken, square);
        } else if let Some(directions) = self.game.walk_to(square) {
            self.go(&directions);
        } else {
            self.message = "the player cannot walk there".to_owned();
        }
    }

    fn release(&mut self, square: Square) {
        if let Some(taken) = self.selected.filter(|taken| *taken != square && !self.game.position().has_box(square)) {
            self.push_box(taken, square);
        }
    }

    fn push_box(&mut self, taken: Square, to: Square) {
        let reach = self.layers.box_reach.iter().flatten().find(|reach| reach.of == taken);
        let Some(reach) = reach else {
            self.message = "still looking where the box can go".to_owned();
            return;
        };
        let direction = reach.squares.iter().find(|(square, _)| *square == to).map(|(_, pushes)| pushes.clone());
        let level = self.game.level();
        let moves = direction.and_then(|pushes| walk_and_push(&level.board, self.game.position(), &pushes));
        match moves {
            Some((lurd, _)) => {
                let directions: Vec<Direction> = lurd.chars().filter_map(Direction::from_letter).collect();
                self.select(None);
                self.go(&directions);
            }
            None => self.message = "the box cannot be pushed there while the others stand still".to_owned(),
        }
    }

    pub(super) fn select(&mut self, square: Option<Square>) {
        if self.selected != square {
            self.selected = square;
            if !self.is_on(Layer::BoxReach) {
                self.layers.forget(Layer::BoxReach);
            }
            self.point_at(square);
        }
    }

    /// Handles the mouse over a square: if a box is there, the layer box-reach shows its reach.
    pub fn hover(&mut self, square: Square) {
        let is_other = self.asked != Some(square) && self.selected.is_none();
        if is_other && self.on.contains(&Layer::BoxReach) && self.game.position().has_box(square) {
            self.point_at(Some(square));
        }
    }

    pub(super) fn point_at(&mut self, square: Option<Square>) {
        self.asked = square;
        self.answered.remove(&Layer::BoxReach);
        self.ask();
    }
}
