//! The pushes of a lone box from each square to each box of a target.

use crate::heuristic::Costs;
use crate::level::{Board, Direction, Square};
use crate::maze::{Place, PushDistances};
use crate::push::BoxSet;
use crate::run::{Held, Meter, Stop};
use std::collections::VecDeque;

/// A row for each square, a column for each box of the target; the player is on the best side.
#[derive(Debug)]
pub(super) struct TargetDistances {
    columns: usize,
    table: Vec<u16>,
    _held: Held,
}

impl TargetDistances {
    pub(super) fn new(board: &Board, target: &BoxSet, meter: &Meter) -> Result<Self, Stop> {
        let columns = target.len();
        let mut held = Held::default();
        held.grow(board.len() * columns * size_of::<u16>(), meter)?;
        let table = vec![PushDistances::NEVER; board.len() * columns];
        let mut distances = Self { columns, table, _held: held };
        for (column, square) in target.iter().enumerate() {
            meter.check()?;
            distances.pull_from(board, square, column);
        }
        Ok(distances)
    }

    /// Returns the place of a box on a square.
    pub(super) fn place(square: Square) -> Place {
        Place(u32::from(square.0))
    }

    /// Fills a column, breadth first by pulls.
    fn pull_from(&mut self, board: &Board, target: Square, column: usize) {
        let mut queue = VecDeque::from([(target, 0u16)]);
        self.table[target.index() * self.columns + column] = 0;
        while let Some((at, pulls)) = queue.pop_front() {
            for direction in Direction::ALL {
                let Some(to) = board.next(at, direction).filter(|&to| board.next(to, direction).is_some()) else {
                    continue;
                };
                let entry = &mut self.table[to.index() * self.columns + column];
                if *entry == PushDistances::NEVER {
                    *entry = pulls.saturating_add(1).min(PushDistances::NEVER - 1);
                    queue.push_back((to, *entry));
                }
            }
        }
    }
}

impl Costs for TargetDistances {
    fn to_goals(&self, place: Place) -> &[u16] {
        &self.table[place.0 as usize * self.columns..][..self.columns]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::run::Meter;

    #[test]
    fn a_box_at_a_wall_stays_there_and_one_that_would_be_pushed_out_of_a_corner_never_comes() {
        let level = Level::from_xsb("", "#######\n#@  $.#\n#     #\n#     #\n#######\n").unwrap();
        let board = &level.board;
        let at = |row, column| board.square(row, column).unwrap();
        let target = BoxSet::of(board.len(), [at(1, 3), at(2, 3)]);
        let distances = TargetDistances::new(board, &target, &Meter::unlimited()).unwrap();
        let pushes = |row, column| distances.to_goals(TargetDistances::place(at(row, column)));
        assert_eq!([pushes(1, 3), pushes(2, 3)], [[0, PushDistances::NEVER], [1, 0]]);
        assert_eq!([pushes(1, 4), pushes(2, 2)], [[1, PushDistances::NEVER], [2, 1]]);
        assert_eq!([pushes(1, 1), pushes(3, 3)], [[PushDistances::NEVER; 2], [PushDistances::NEVER; 2]]);
    }
}
