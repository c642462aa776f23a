//! Positions on the way from an expansion into the store.

use super::open::Rank;
use crate::level::Square;
use crate::push::{CellSet, Push};
use crate::run::{Held, Meter, Stop};

/// A generated position that may be stored already.
#[derive(Clone, Debug)]
pub(in crate::search) struct Candidate<W> {
    pub(in crate::search) boxes: CellSet<W>,
    /// The player's region.
    pub(in crate::search) region: CellSet<W>,
    pub(in crate::search) key: u32,
    pub(in crate::search) player: Square,
    /// The cells from and to which a box was moved.
    pub(in crate::search) from: usize,
    pub(in crate::search) to: usize,
    /// The push between the position and its parent.
    pub(in crate::search) push: Push,
}

/// A candidate that is new and was not refused.
#[derive(Clone, Debug)]
pub(in crate::search) struct Successor<W> {
    pub(in crate::search) boxes: CellSet<W>,
    pub(in crate::search) key: u32,
    pub(in crate::search) player: Square,
    /// The push between the position and its parent.
    pub(in crate::search) push: Push,
    pub(in crate::search) rank: Rank,
}

/// The successors of one position.
#[derive(Debug)]
pub(in crate::search) struct Successors<W> {
    pub(in crate::search) candidates: Vec<Candidate<W>>,
    pub(in crate::search) kept: Vec<Successor<W>>,
    /// The number of generated positions, refused ones included.
    pub(in crate::search) generated: usize,
    /// The number of positions refused because they have no matching.
    pub(in crate::search) unmatched: u64,
    held: Held,
}

impl<W> Successors<W> {
    pub(in crate::search) fn new() -> Self {
        Self { candidates: Vec::new(), kept: Vec::new(), generated: 0, unmatched: 0, held: Held::default() }
    }

    /// Empties the lists, and makes room for this number of positions.
    pub(in crate::search) fn clear(&mut self, room: usize, meter: &Meter) -> Result<(), Stop> {
        self.candidates.clear();
        self.kept.clear();
        (self.generated, self.unmatched) = (0, 0);
        self.held.vec(&mut self.candidates, room, meter)?;
        self.held.vec(&mut self.kept, room, meter)
    }
}
