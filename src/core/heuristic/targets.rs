//! Table of the distances from every square to every target, with a row for each square and a column for each target.
//! Targets are the goals, by pulls the squares of the boxes at the start, or any squares.

use super::Costs;
use crate::level::{Board, Direction, Position, Square};
use crate::maze::{Maze, Place, PushDistances};
use crate::run::{Meter, Stop};
use std::collections::VecDeque;

/// Distances from squares to targets; [`PushDistances::NEVER`] where no path exists.
#[derive(Debug)]
pub struct Targets {
    columns: usize,
    /// Number of entries of a row; the entries behind the last target are [`PushDistances::NEVER`].
    stride: usize,
    table: Vec<u16>,
}

impl Costs for Targets {
    /// Returns the distances from a place that [`Targets::place`] has made to all targets, and further entries.
    fn padded(&self, place: Place) -> &[u16] {
        &self.table[place.0 as usize * self.stride..][..self.stride]
    }

    fn targets(&self) -> usize {
        self.columns
    }
}

impl Targets {
    /// Returns the place that stands for a box on `square` with the player on any side.
    pub fn place(square: Square) -> Place {
        Place(u32::from(square.0))
    }

    /// Returns the distances of a square to all targets, in the order of the targets.
    pub fn row(&self, square: Square) -> &[u16] {
        &self.padded(Self::place(square))[..self.columns]
    }

    fn new(board: &Board, columns: usize, meter: &Meter, cost: impl Fn(Square, usize) -> u16) -> Result<Self, Stop> {
        let stride = columns.next_multiple_of(PushDistances::LANES);
        let mut table = PushDistances::unreached(board.len() * stride, meter)?;
        for (square, row) in board.squares().zip(table.chunks_exact_mut(stride.max(1))) {
            row.iter_mut().take(columns).enumerate().for_each(|(column, entry)| *entry = cost(square, column));
        }
        Ok(Self { columns, stride, table })
    }

    /// Creates the table of the numbers of rows plus columns between squares and targets, walls ignored.
    pub fn manhattan(board: &Board, targets: &[Square], meter: &mut Meter) -> Result<Self, Stop> {
        Self::new(board, targets.len(), meter, |square, column| {
            u16::try_from(board.apart(square, targets[column])).unwrap_or(PushDistances::NEVER - 1)
        })
    }

    /// Creates the table of pushes of a lone box to each goal, with the player on the best side of the box.
    pub fn by_pushes(maze: &Maze<'_>, meter: &mut Meter) -> Result<Self, Stop> {
        let goals = maze.board.goals().len();
        Self::new(maze.board, goals, meter, |square, column| maze.distances.minimum(square, column))
    }

    /// Creates the table of pulls of a lone box to each square of a box at the start, with the player on the best side.
    pub fn by_pulls(board: &Board, start: &Position, meter: &Meter) -> Result<Self, Stop> {
        let behind = |from: Square, _: Square, direction: Direction| board.next(from, direction.opposite());
        Self::backwards(board, &start.boxes, meter, behind)
    }

    /// Creates the table of pushes of a lone box to each of these squares, with the player on the best side of the box.
    pub fn to_squares(board: &Board, squares: &[Square], meter: &Meter) -> Result<Self, Stop> {
        let ahead = |_: Square, to: Square, direction: Direction| board.next(to, direction);
        Self::backwards(board, squares, meter, ahead)
    }

    /// Creates the table, breadth first from the targets. The box makes a step backwards if `player` returns a square.
    fn backwards(
        board: &Board,
        targets: &[Square],
        meter: &Meter,
        player: impl Fn(Square, Square, Direction) -> Option<Square>,
    ) -> Result<Self, Stop> {
        let mut distances = Self::new(board, targets.len(), meter, |_, _| PushDistances::NEVER)?;
        for (column, &target) in targets.iter().enumerate() {
            meter.check()?;
            let mut queue = VecDeque::from([(target, 0u16)]);
            distances.table[target.index() * distances.stride + column] = 0;
            while let Some((at, steps)) = queue.pop_front() {
                let near = |direction| board.next(at, direction).filter(|&to| player(at, to, direction).is_some());
                for to in Direction::ALL.into_iter().filter_map(near) {
                    let entry = &mut distances.table[to.index() * distances.stride + column];
                    if *entry == PushDistances::NEVER {
                        *entry = steps.saturating_add(1).min(PushDistances::NEVER - 1);
                        queue.push_back((to, *entry));
                    }
                }
            }
        }
        Ok(distances)
    }

    /// Returns for each square whether no target can be reached from it.
    pub fn dead_squares(&self) -> Vec<bool> {
        let is_dead = |row: &[u16]| row.iter().all(|&cost| cost == PushDistances::NEVER);
        self.table.chunks(self.stride.max(1)).map(is_dead).collect()
    }
}
