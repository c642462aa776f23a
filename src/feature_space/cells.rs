//! The cells of a feature space, and their turns.
//!
//! Cells take turns: on odd turns one after the other, continued from a cell that has just been made; on even turns the
//! cell of the best node. The queue of a cell selects the move: the least key first.

use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;

/// The queues of the cells, by the features that make a cell.
#[derive(Debug)]
pub struct Cells<C, K> {
    queues: indexmap::IndexMap<C, BinaryHeap<Reverse<K>>, FxBuildHasher>,
    /// The next cell when cells take turns.
    next: usize,
    /// The number of turns so far.
    turns: u64,
}

impl<C: Copy + Eq + Hash, K: Copy + Ord> Default for Cells<C, K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Copy + Eq + Hash, K: Copy + Ord> Cells<C, K> {
    /// The memory of one queued move and its share of a cell, in bytes.
    pub const BYTES: usize = 2 * size_of::<Reverse<K>>() + size_of::<C>();

    /// Makes the set without cells.
    pub fn new() -> Self {
        Self { queues: indexmap::IndexMap::default(), next: 0, turns: 0 }
    }

    /// Returns the number of a cell; a new cell is made, and has the next turn.
    pub fn number(&mut self, cell: C) -> usize {
        self.queues.get_index_of(&cell).unwrap_or_else(|| {
            let (number, _) = self.queues.insert_full(cell, BinaryHeap::new());
            self.next = number;
            number
        })
    }

    /// Queues a move.
    pub fn push(&mut self, cell: usize, key: K) {
        self.queues[cell].push(Reverse(key));
    }

    /// Empties all queues; the cells keep their numbers.
    pub(super) fn clear(&mut self) {
        self.queues.values_mut().for_each(|queue| *queue = BinaryHeap::new());
    }

    /// Returns the cell of the present turn; `best` is the cell of the best node. `None` if all queues are empty.
    pub fn turn(&self, best: Option<usize>) -> Option<usize> {
        let best = best.filter(|&cell| self.turns % 2 == 1 && !self.queues[cell].is_empty());
        let count = self.queues.len();
        best.or_else(|| (0..count).map(|step| (self.next + step) % count).find(|&cell| !self.queues[cell].is_empty()))
    }

    /// Returns the least key of a cell.
    pub fn least(&self, cell: usize) -> Option<K> {
        self.queues[cell].peek().map(|&Reverse(key)| key)
    }

    /// Removes the least key of a cell, which ends the turn.
    pub fn take(&mut self, cell: usize) {
        self.queues[cell].pop();
        if self.turns.is_multiple_of(2) {
            self.next = (cell + 1) % self.queues.len();
        }
        self.turns += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_take_turns_and_every_second_turn_is_that_of_the_best() {
        let mut cells = Cells::new();
        for cell in ['a', 'b', 'c'] {
            let number = cells.number(cell);
            (0..4).for_each(|key| cells.push(number, key));
        }
        let turns = std::iter::from_fn(|| {
            let cell = cells.turn(Some(1))?;
            cells.take(cell);
            Some(cell)
        });
        assert_eq!(turns.take(6).collect::<Vec<_>>(), [2, 1, 0, 1, 1, 1], "the newest cell first");
    }

    #[test]
    fn a_cell_gives_its_least_key_first_and_empty_cells_are_passed_over() {
        let mut cells = Cells::new();
        let number = cells.number(());
        [3, 1, 2].into_iter().for_each(|key| cells.push(number, key));
        assert_eq!(cells.number(()), number);
        let mut keys = Vec::new();
        while let Some(cell) = cells.turn(None) {
            keys.extend(cells.least(cell));
            cells.take(cell);
        }
        assert_eq!(keys, [1, 2, 3]);
    }
}
