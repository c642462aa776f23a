//! Positions between their generation and their storage.

use super::open::Rank;
use crate::level::Square;
use crate::push::{CellSet, Push};
use crate::run::{Held, Meter, Stop};

/// A generated position, not yet looked up in the store.
#[derive(Clone, Debug)]
pub(in crate::search) struct Candidate<W> {
    pub(in crate::search) boxes: CellSet<W>,
    /// Cells that the player can reach.
    pub(in crate::search) region: CellSet<W>,
    pub(in crate::search) key: u32,
    pub(in crate::search) player: Square,
    /// Cell of the moved box before the move; `to` is its cell after the move.
    pub(in crate::search) from: usize,
    pub(in crate::search) to: usize,
    /// Push between the position and its parent; on the side of pulls it leads from the position to the parent.
    pub(in crate::search) push: Push,
}

/// A generated position that is neither stored nor refused.
#[derive(Clone, Debug)]
pub(in crate::search) struct Successor<W> {
    pub(in crate::search) boxes: CellSet<W>,
    pub(in crate::search) key: u32,
    pub(in crate::search) player: Square,
    /// Push between the position and its parent; on the side of pulls it leads from the position to the parent.
    pub(in crate::search) push: Push,
    pub(in crate::search) rank: Rank,
}

/// Successors of one position: generated ones in `candidates`, those to be stored in `kept`.
#[derive(Debug)]
pub(in crate::search) struct Successors<W> {
    pub(in crate::search) candidates: Vec<Candidate<W>>,
    pub(in crate::search) kept: Vec<Successor<W>>,
    /// Number of generated positions, refused ones included.
    pub(in crate::search) generated: usize,
    /// Number of positions refused because their boxes cannot be matched to targets.
    pub(in crate::search) unmatched: u64,
    held: Held,
}

impl<W> Successors<W> {
    pub(in crate::search) fn new() -> Self {
        Self { candidates: Vec::new(), kept: Vec::new(), generated: 0, unmatched: 0, held: Held::default() }
    }

    /// Empties the lists, and reserves memory for `room` positions in each.
    pub(in crate::search) fn clear(&mut self, room: usize, meter: &Meter) -> Result<(), Stop> {
        self.candidates.clear();
        self.kept.clear();
        (self.generated, self.unmatched) = (0, 0);
        self.held.vec(&mut self.candidates, room, meter)?;
        self.held.vec(&mut self.kept, room, meter)
    }
}
