//! Distances from every square to every target.
//!
//! A table with a row for each square and a column for each target. Targets are the goals, or by pulls the squares of
//! the boxes at the start.

use super::Costs;
use crate::level::{Board, Direction, Position, Square};
use crate::maze::{Maze, Place, PushDistances};
use crate::run::{Held, Meter, Stop};
use std::collections::VecDeque;

/// The distances from squares to targets, [`PushDistances::NEVER`] if there is no path.
#[derive(Debug)]
pub struct Targets {
    columns: usize,
    table: Vec<u16>,
    /// The memory of the table.
    _held: Held,
}

impl Costs for Targets {
    /// Returns the row of a place made by [`Targets::place`].
    fn to_goals(&self, place: Place) -> &[u16] {
        &self.table[place.0 as usize * self.columns..][..self.columns]
    }
}

impl Targets {
    /// Returns the place of a box with the player on any side.
    pub fn place(square: Square) -> Place {
        Place(u32::from(square.0))
    }

    /// Returns the distances of a square to all targets, in order.
    pub fn row(&self, square: Square) -> &[u16] {
        self.to_goals(Self::place(square))
    }

    fn new(
        board: &Board,
        columns: usize,
        meter: &mut Meter,
        cost: impl Fn(Square, usize) -> u16,
    ) -> Result<Self, Stop> {
        meter.check()?;
        let mut held = Held::default();
        held.grow(board.len() * columns * size_of::<u16>(), meter)?;
        let row = |square| (0..columns).map(move |column| (square, column));
        let table = board.squares().flat_map(row).map(|(square, column)| cost(square, column)).collect();
        Ok(Self { columns, table, _held: held })
    }

    /// Makes the table of rows and columns between squares and targets, walls ignored.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn manhattan(board: &Board, targets: &[Square], meter: &mut Meter) -> Result<Self, Stop> {
        Self::new(board, targets.len(), meter, |square, column| {
            let ((row, side), (other_row, other_side)) = (board.row_column(square), board.row_column(targets[column]));
            u16::try_from(row.abs_diff(other_row) + side.abs_diff(other_side)).unwrap_or(PushDistances::NEVER - 1)
        })
    }

    /// Makes the table of pushes of a lone box to each goal, with the player on the best side of the box.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn by_pushes(maze: &Maze<'_>, meter: &mut Meter) -> Result<Self, Stop> {
        let goals = maze.board.goals().len();
        Self::new(maze.board, goals, meter, |square, column| maze.distances.minimum(square, column))
    }

    /// Makes the table of pulls of a lone box to each square of a box at the start, with the player on the best side of
    /// the box.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn by_pulls(board: &Board, start: &Position, meter: &mut Meter) -> Result<Self, Stop> {
        let columns = start.boxes.len();
        let mut targets = Self::new(board, columns, meter, |_, _| PushDistances::NEVER)?;
        for (column, &target) in start.boxes.iter().enumerate() {
            meter.check()?;
            targets.push_from(board, target, column);
        }
        Ok(targets)
    }

    /// Fills a column, breadth first: a pull that ends on the target undoes a push that begins there.
    fn push_from(&mut self, board: &Board, target: Square, column: usize) {
        let mut queue = VecDeque::from([(target, 0u16)]);
        self.table[target.index() * self.columns + column] = 0;
        while let Some((at, pushes)) = queue.pop_front() {
            for direction in Direction::ALL {
                let Some(to) = board.next(at, direction).filter(|_| board.next(at, direction.opposite()).is_some())
                else {
                    continue;
                };
                let entry = &mut self.table[to.index() * self.columns + column];
                if *entry == PushDistances::NEVER {
                    *entry = pushes.saturating_add(1).min(PushDistances::NEVER - 1);
                    queue.push_back((to, *entry));
                }
            }
        }
    }

    /// Returns for each square whether no target can be reached from it.
    pub fn dead_squares(&self) -> Vec<bool> {
        let is_dead = |row: &[u16]| row.iter().all(|&cost| cost == PushDistances::NEVER);
        self.table.chunks(self.columns.max(1)).map(is_dead).collect()
    }
}
