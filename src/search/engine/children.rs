//! Positions on the way from an expansion into the store.

use super::open::Rank;
use crate::level::Square;
use crate::push::{CellSet, Push};
use crate::run::{Held, Meter, Stop};

/// A position that was made. Whether it is held is not known yet.
#[derive(Clone, Debug)]
pub(in crate::search) struct Made<W> {
    pub(in crate::search) boxes: CellSet<W>,
    /// The player's.
    pub(in crate::search) region: CellSet<W>,
    pub(in crate::search) key: u32,
    pub(in crate::search) player: Square,
    /// The cells that a box was moved from and to.
    pub(in crate::search) from: usize,
    pub(in crate::search) to: usize,
    /// The push between it and its parent.
    pub(in crate::search) push: Push,
}

/// A position that was made and not refused.
#[derive(Clone, Debug)]
pub(in crate::search) struct Child<W> {
    pub(in crate::search) boxes: CellSet<W>,
    pub(in crate::search) key: u32,
    pub(in crate::search) player: Square,
    /// The push between it and its parent.
    pub(in crate::search) push: Push,
    pub(in crate::search) rank: Rank,
}

/// The successors of one position.
#[derive(Debug)]
pub(in crate::search) struct Children<W> {
    pub(in crate::search) made: Vec<Made<W>>,
    pub(in crate::search) list: Vec<Child<W>>,
    /// How many successors were made, refused ones too.
    pub(in crate::search) generated: usize,
    /// How many were refused for want of a matching.
    pub(in crate::search) unmatched: u64,
    held: Held,
}

impl<W> Children<W> {
    pub(in crate::search) fn new() -> Self {
        Self { made: Vec::new(), list: Vec::new(), generated: 0, unmatched: 0, held: Held::default() }
    }

    /// Empties the lists, with room for this number.
    pub(in crate::search) fn clear(&mut self, room: usize, meter: &Meter) -> Result<(), Stop> {
        self.made.clear();
        self.list.clear();
        (self.generated, self.unmatched) = (0, 0);
        self.held.vec(&mut self.made, room, meter)?;
        self.held.vec(&mut self.list, room, meter)
    }
}
