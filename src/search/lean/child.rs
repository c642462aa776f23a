//! Positions on the way from an expansion into the store.

use super::queues::Rank;
use crate::level::Square;
use crate::push::{CellSet, Push};
use crate::run::{Held, Meter, Stop};

/// A position that was made. Whether it is held is not known yet.
#[derive(Clone, Debug)]
pub(super) struct Made<W> {
    pub(super) boxes: CellSet<W>,
    /// The player's.
    pub(super) region: CellSet<W>,
    pub(super) key: u32,
    pub(super) player: Square,
    /// The cells that a box was moved from and to.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The push between it and its parent.
    pub(super) push: Push,
}

/// A position that was made and not refused.
#[derive(Clone, Debug)]
pub(super) struct Child<W> {
    pub(super) boxes: CellSet<W>,
    pub(super) key: u32,
    pub(super) player: Square,
    /// The push between it and its parent.
    pub(super) push: Push,
    pub(super) rank: Rank,
}

/// What was made and refused.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) made: usize,
    pub(super) by_tables: u64,
    pub(super) by_freeze: u64,
    pub(super) by_matching: u64,
}

impl Counts {
    pub(super) fn add(&mut self, other: Self) {
        self.made += other.made;
        self.by_tables += other.by_tables;
        self.by_freeze += other.by_freeze;
        self.by_matching += other.by_matching;
    }
}

/// The successors of one position.
#[derive(Debug)]
pub(super) struct Children<W> {
    pub(super) made: Vec<Made<W>>,
    pub(super) list: Vec<Child<W>>,
    pub(super) counts: Counts,
    held: Held,
}

impl<W> Children<W> {
    pub(super) fn new() -> Self {
        Self { made: Vec::new(), list: Vec::new(), counts: Counts::default(), held: Held::default() }
    }

    /// Empties the lists, with room for this number.
    pub(super) fn clear(&mut self, room: usize, meter: &Meter) -> Result<(), Stop> {
        self.made.clear();
        self.list.clear();
        self.counts = Counts::default();
        self.held.vec(&mut self.made, room, meter)?;
        self.held.vec(&mut self.list, room, meter)
    }
}
