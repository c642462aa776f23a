//! Queues of what waits, one for each cell of the feature space.
//!
//! In comes work with its cell and weight; out it comes again, the lightest of one cell at a time. The cells have their
//! turns, and every other turn is that of the best cell that has work: so no cell starves, and the best is not lost from
//! sight (Shoham and Schaeffer 2020). What the work is, is not asked.

use super::Features;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Work, the lightest first, and among equals the oldest.
type Queue<T> = BinaryHeap<(Reverse<(u32, u64)>, T)>;

/// See the module.
#[derive(Clone, Debug)]
pub struct Cells<T: Ord> {
    cells: IndexMap<Features, Queue<T>, FxBuildHasher>,
    next: usize,
    visits: u64,
    added: u64,
}

impl<T: Ord> Default for Cells<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Ord> Cells<T> {
    /// Nothing waits.
    pub fn new() -> Self {
        Self { cells: IndexMap::default(), next: 0, visits: 0, added: 0 }
    }

    /// Bytes of an entry, for the meter.
    pub const BYTES: usize = size_of::<(Reverse<(u32, u64)>, T)>();

    /// Adds work to a cell.
    pub fn push(&mut self, cell: Features, weight: u32, work: T) {
        self.added += 1;
        self.cells.entry(cell).or_default().push((Reverse((weight, self.added)), work));
    }

    /// Takes the work whose turn it is, with its weight; `None` when nothing waits.
    pub fn pop(&mut self) -> Option<(u32, T)> {
        self.visits += 1;
        let cell = if self.visits.is_multiple_of(2) { self.best() } else { self.in_turn() }?;
        let (_, queue) = self.cells.get_index_mut(cell)?;
        queue.pop().map(|(Reverse((weight, _)), work)| (weight, work))
    }

    fn best(&self) -> Option<usize> {
        let waits = self.cells.iter().enumerate().filter(|(_, (_, queue))| !queue.is_empty());
        let best = waits.min_by_key(|(_, (f, _))| (f.stranded, Reverse(f.packed), f.obstacles, f.regions));
        best.map(|(cell, _)| cell)
    }

    fn in_turn(&mut self) -> Option<usize> {
        let all = self.cells.len();
        let cell = (self.next..self.next + all).map(|turn| turn % all).find(|&cell| !self.cells[cell].is_empty())?;
        self.next = cell + 1;
        Some(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_their_turns_and_every_other_turn_is_the_best_ones() {
        let [poor, rich] = [1, 2].map(|packed| Features { packed, ..Features::default() });
        let mut cells = Cells::new();
        for (weight, work) in [(7, 'c'), (0, 'a'), (7, 'd'), (3, 'b')] {
            cells.push(poor, weight, work);
            cells.push(rich, weight, work.to_ascii_uppercase());
        }
        let order: String = std::iter::from_fn(|| cells.pop()).map(|(_, work)| work).collect();
        assert_eq!(order, "aABCbDcd");
    }
}
