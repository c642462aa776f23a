//! A picture of a level under construction: the squares of a part at their places, and annexes beside them.

use crate::level::{BoardError, Grid, Level, Tile};
use std::collections::{BTreeMap, BTreeSet};

/// Row and column of a cell; both may be negative.
pub(super) type Cell = (isize, isize);

/// What is on a floor cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) goal: bool,
    pub(super) has_box: bool,
}

pub(super) const FLOOR: Content = Content { goal: false, has_box: false };
pub(super) const GOAL: Content = Content { goal: true, has_box: false };
pub(super) const BOX: Content = Content { goal: false, has_box: true };

/// Returns the four cells that share a side with a cell.
pub(super) fn beside((row, column): Cell) -> [Cell; 4] {
    [(row - 1, column), (row, column - 1), (row + 1, column), (row, column + 1)]
}

/// Returns the cell that is `count` steps away, where one step adds `by`.
pub(super) const fn steps((row, column): Cell, by: Cell, count: isize) -> Cell {
    (row + by.0 * count, column + by.1 * count)
}

/// The floor cells drawn so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Canvas(BTreeMap<Cell, Content>);

impl Canvas {
    pub(super) fn set(&mut self, cell: Cell, content: Content) {
        self.0.insert(cell, content);
    }

    pub(super) fn has(&self, cell: Cell) -> bool {
        self.0.contains_key(&cell)
    }

    /// Returns whether an annex fits: it covers no drawn cell, and touches only one, `door`, with its first cell.
    pub(super) fn fits(&self, annex: &[Cell], door: Cell) -> bool {
        let first = annex.first();
        let touches = |cell: &Cell| {
            beside(*cell).into_iter().any(|near| self.has(near) && !(first == Some(cell) && near == door))
        };
        annex.iter().all(|cell| !self.has(*cell) && !touches(cell))
    }

    /// Returns `from` and the cells of a rectangle that can be reached from it over cells that are not drawn and touch
    /// no drawn cell, each with its distance from `from`.
    pub(super) fn free_from(&self, from: Cell, corners: [Cell; 2]) -> Vec<(usize, Cell)> {
        let [(top, left), (bottom, right)] = corners;
        let is_within = |(row, column): Cell| (top..=bottom).contains(&row) && (left..=right).contains(&column);
        let is_apart = |cell: Cell| !beside(cell).into_iter().any(|near| self.has(near));
        let mut seen = BTreeSet::from([from]);
        let mut found = vec![(0, from)];
        let mut next = 0;
        while let Some(&(distance, at)) = found.get(next) {
            next += 1;
            for cell in beside(at) {
                if is_within(cell) && !self.has(cell) && is_apart(cell) && seen.insert(cell) {
                    found.push((distance + 1, cell));
                }
            }
        }
        found
    }

    /// Returns the level as drawn, and the cell at its upper left corner.
    pub(super) fn level(&self, player: Cell) -> Result<(Level, Cell), BoardError> {
        let bounds = |of: fn(&Cell) -> isize| {
            let values = || self.0.keys().map(of);
            (values().min().unwrap_or(0) - 1, values().max().unwrap_or(0) + 1)
        };
        let ((top, bottom), (left, right)) = (bounds(|cell| cell.0), bounds(|cell| cell.1));
        let tile = |cell: Cell| match self.0.get(&cell) {
            Some(content) => Tile::floor_with(content.goal, content.has_box, cell == player),
            None => Tile::Wall,
        };
        let rows: Vec<Vec<Tile>> =
            (top..=bottom).map(|row| (left..=right).map(|column| tile((row, column))).collect()).collect();
        Ok((Level::from_grid(String::new(), Grid::new(&rows))?, (top, left)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ```text
    ///    ....    d and # are drawn; of the rectangle of three rows of four cells, those beside them are left out, and
    ///   d...#    the rest is reached from the upper left one.
    ///    ....
    /// ```
    #[test]
    fn free_cells_stay_in_the_rectangle_and_touch_nothing_that_is_drawn() {
        let mut canvas = Canvas::default();
        canvas.set((1, 0), FLOOR);
        canvas.set((1, 4), FLOOR);
        let free = canvas.free_from((0, 1), [(0, 1), (2, 4)]);
        let expected = [(0, (0, 1)), (1, (0, 2)), (2, (0, 3)), (2, (1, 2)), (3, (2, 2)), (4, (2, 1)), (4, (2, 3))];
        assert_eq!(free.iter().copied().collect::<BTreeSet<_>>(), expected.into_iter().collect());
        assert_eq!(free.len(), expected.len());
    }
}
