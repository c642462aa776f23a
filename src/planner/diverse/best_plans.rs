//! One search for plans on an exact rung, with its states in classes that can contain each other.

use super::diverse_plans::{Border, Borders};
use crate::abstraction::{AbstractState, Counts, Operator};
use crate::maze::AreaId;
use crate::run::Held;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Bytes of a node with its state and its place in the queue, estimated.
pub(super) const NODE_BYTES: usize = 400;

/// The key of a node in the queue: lower bound on the crossings of a plan through it, operators so far, crossings so
/// far (more first), its number.
pub(super) type QueueKey = (u32, u32, Reverse<u32>, usize);

/// The cost of a plan: box crossings, then operators.
pub(super) type Cost = (u32, u32);

#[derive(Debug)]
pub(super) struct Node {
    pub(super) state: AbstractState,
    pub(super) parent: Option<(usize, Operator)>,
    pub(super) cost: Cost,
    /// The forced borders that boxes have crossed so far, a bit each.
    pub(super) crossed: u64,
    /// The borders that boxes have crossed so far, in order: the number of the sequence in [`BestPlans::sequences`].
    pub(super) sequence: usize,
}

/// One search.
pub(super) struct BestPlans<'f> {
    pub(super) excluded: &'f Borders,
    /// The number of wanted plans.
    pub(super) wanted: usize,
    /// The sequences of borders, each as the number of the sequence that it continues and its last border. Numbers
    /// start at 1; the empty sequence is 0.
    pub(super) sequences: IndexSet<(usize, Border), FxBuildHasher>,
    /// Whether a state was dropped that may have led to further plans.
    pub(super) has_dropped: bool,
    pub(super) nodes: Vec<Node>,
    pub(super) open: BinaryHeap<Reverse<QueueKey>>,
    /// The states by the player's area, box counts and crossed forced borders: only states of one entry can contain
    /// each other.
    pub(super) alike: FxHashMap<(AreaId, Counts, u64), Vec<usize>>,
    pub(super) held: Held,
}

impl<'f> BestPlans<'f> {
    pub(super) fn new(excluded: &'f Borders, wanted: usize) -> Self {
        Self {
            excluded,
            wanted,
            sequences: IndexSet::default(),
            has_dropped: false,
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            alike: FxHashMap::default(),
            held: Held::default(),
        }
    }

    /// Returns the number of a sequence continued by a border.
    pub(super) fn continued(&mut self, sequence: usize, border: Option<Border>) -> usize {
        border.map_or(sequence, |border| self.sequences.insert_full((sequence, border)).0 + 1)
    }
}
