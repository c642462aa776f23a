//! Priority queues, one for each cell of the feature space.
//!
//! Items are pushed with their cell and weight, and taken lightest first from one cell at a time. The cells take turns
//! (Shoham and Schaeffer 2020), and every other turn is that of the best cell that is not empty. Best is the one with
//! the fewest stranded boxes, then with a route for some box, then with the most packed boxes, the least jam and the
//! fewest obstacles. Any type of item will do.

use super::Features;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The weight of an item, and the jam of its position.
pub(in crate::search) type Weight = (u32, u16);

/// Items, the lightest first, then the least jammed, and among equals the oldest.
type Queue<T> = BinaryHeap<(Reverse<(Weight, u64)>, T)>;

/// The number of a cell, in the order in which cells were added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellId(u32);

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
    /// Without cells.
    pub fn new() -> Self {
        Self { cells: IndexMap::default(), next: 0, visits: 0, added: 0 }
    }

    /// The bytes of an item, for the meter.
    pub const BYTES: usize = size_of::<(Reverse<(Weight, u64)>, T)>();

    /// The cell of these features, which is added where it is new.
    pub fn cell(&mut self, features: Features) -> CellId {
        let entry = self.cells.entry(features);
        let number = u32::try_from(entry.index()).unwrap_or(u32::MAX);
        entry.or_default();
        CellId(number)
    }

    /// Adds an item to a cell.
    pub fn push(&mut self, cell: CellId, weight: Weight, work: T) {
        self.added += 1;
        if let Some((_, queue)) = self.cells.get_index_mut(cell.0 as usize) {
            queue.push((Reverse((weight, self.added)), work));
        }
    }

    /// The next item, with its weight and its cell, for [`Cells::take`]; `None` when all cells are empty. Linear in the
    /// number of cells.
    pub fn peek(&self) -> Option<(Weight, &T, CellId)> {
        let cell = if self.visits.is_multiple_of(2) { self.in_turn() } else { self.best() }?;
        let (Reverse((weight, _)), work) = self.cells[cell].peek()?;
        Some((*weight, work, CellId(u32::try_from(cell).unwrap_or(u32::MAX))))
    }

    /// Removes the item that [`Cells::peek`] returned, and ends the turn of its cell.
    pub fn take(&mut self, cell: CellId) {
        if self.visits.is_multiple_of(2) {
            self.next = cell.0 as usize + 1;
        }
        self.visits += 1;
        if let Some((_, queue)) = self.cells.get_index_mut(cell.0 as usize) {
            queue.pop();
        }
    }

    fn best(&self) -> Option<usize> {
        let waits = self.cells.iter().enumerate().filter(|(_, (_, queue))| !queue.is_empty());
        let best = waits.min_by_key(|(_, (f, _))| {
            (f.stranded, f.obstacles == u16::MAX, Reverse(f.packed), f.jam, f.obstacles, f.regions)
        });
        best.map(|(cell, _)| cell)
    }

    fn in_turn(&self) -> Option<usize> {
        let all = self.cells.len();
        (self.next..self.next + all).map(|turn| turn % all).find(|&cell| !self.cells[cell].is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_their_turns_and_every_other_turn_is_the_best_ones() {
        let mut cells = Cells::new();
        let [poor, rich] = [1, 2].map(|packed| cells.cell(Features { packed, ..Features::default() }));
        for (weight, work) in [(7, 'c'), (0, 'a'), (7, 'd'), (3, 'b')] {
            cells.push(poor, (weight, 0), work);
            cells.push(rich, (weight, 0), work.to_ascii_uppercase());
        }
        let mut order = String::new();
        while let Some((_, &work, cell)) = cells.peek() {
            cells.take(cell);
            order.push(work);
        }
        assert_eq!(order, "aABCbDcd");
    }

    #[test]
    fn stranded_boxes_make_a_cell_worse_than_anything_and_a_missing_route_worse_than_unpacked_boxes() {
        let plain = Features::default();
        let by_rank = [
            Features { packed: 2, obstacles: 3, ..plain },
            Features { packed: 1, obstacles: 1, regions: 4, ..plain },
            Features { packed: 1, obstacles: 2, regions: 1, ..plain },
            Features { packed: 5, obstacles: u16::MAX, ..plain },
            Features { packed: 9, stranded: 1, ..plain },
        ];
        let mut cells = Cells::new();
        for (rank, features) in by_rank.into_iter().enumerate().rev() {
            let cell = cells.cell(features);
            cells.push(cell, (0, 0), rank);
        }
        for rank in 0..by_rank.len() {
            let best = cells.best().unwrap();
            assert_eq!(cells.cells[best].pop().unwrap().1, rank);
        }
        assert_eq!(cells.best(), None);
    }
}
