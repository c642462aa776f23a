//! The cells of a feature space (positions with equal features), and which of them has its turn. On odd turns cells
//! follow each other, continued from a cell that was just created; on even turns the cell of the best node has its
//! turn. Of the moves queued in the cell, the one with the lowest key is selected.

use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;

/// The cells found so far, each with a queue of moves, and the state of their turns.
#[derive(Debug)]
pub struct Cells<C, K> {
    queues: indexmap::IndexMap<C, BinaryHeap<Reverse<K>>, FxBuildHasher>,
    /// Index of the next cell when cells take turns.
    next: usize,
    /// Number of turns so far.
    turns: u64,
}

impl<C: Copy + Eq + Hash, K: Copy + Ord> Default for Cells<C, K> {
    fn default() -> Self {
        Self { queues: indexmap::IndexMap::default(), next: 0, turns: 0 }
    }
}

impl<C: Copy + Eq + Hash, K: Copy + Ord> Cells<C, K> {
    /// Returns the index of a cell; a new cell is added, and has the next turn.
    pub fn number(&mut self, cell: C) -> usize {
        self.queues.get_index_of(&cell).unwrap_or_else(|| {
            let (number, _) = self.queues.insert_full(cell, BinaryHeap::new());
            self.next = number;
            number
        })
    }

    /// Queues a move in a cell.
    pub fn push(&mut self, cell: usize, key: K) {
        self.queues[cell].push(Reverse(key));
    }

    /// Empties all queues; the cells keep their indices.
    pub(super) fn clear(&mut self) {
        self.queues.values_mut().for_each(|queue| *queue = BinaryHeap::new());
    }

    /// Returns the index of the cell whose turn it is; `best`: cell of the best node. `None` if all queues are empty.
    pub fn turn(&self, best: Option<usize>) -> Option<usize> {
        let best = best.filter(|&cell| self.turns % 2 == 1 && !self.queues[cell].is_empty());
        let count = self.queues.len();
        best.or_else(|| (0..count).map(|step| (self.next + step) % count).find(|&cell| !self.queues[cell].is_empty()))
    }

    /// Returns the lowest key in the queue of a cell; `None` if the queue is empty.
    pub fn least(&self, cell: usize) -> Option<K> {
        self.queues[cell].peek().map(|&Reverse(key)| key)
    }

    /// Removes the lowest key from the queue of a cell, which ends the turn.
    pub fn take(&mut self, cell: usize) {
        self.queues[cell].pop();
        if self.turns.is_multiple_of(2) {
            self.next = (cell + 1) % self.queues.len();
        }
        self.turns += 1;
    }
}
