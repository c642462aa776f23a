//! State of one A* search for best plans on an exact rung.

use super::diverse_plans::{Border, Borders};
use crate::abstraction::{AbstractState, Counts, Operator};
use crate::maze::AreaId;
use crate::run::Held;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Estimated bytes of a node with its state and queue entry.
pub(super) const NODE_BYTES: usize = 400;

/// Order of nodes in the queue: lower bound on the crossings of a plan through the node, operators so far, crossings so
/// far (more first), number of the node.
pub(super) type QueueKey = (u32, u32, Reverse<u32>, usize);

/// Cost of a plan: number of pushes over borders, then number of operators.
pub(super) type Cost = (u32, u32);

#[derive(Debug)]
pub(super) struct Node {
    pub(super) state: AbstractState,
    pub(super) parent: Option<(usize, Operator)>,
    pub(super) cost: Cost,
    /// Bit set of the forced borders (those that a plan must cross) that boxes have crossed so far.
    pub(super) crossed: u64,
    /// Number, in [`BestPlans::sequences`], of the sequence of borders that boxes have crossed so far.
    pub(super) sequence: usize,
}

/// One A* search for the cheapest plans that avoid some borders.
pub(super) struct BestPlans<'f> {
    pub(super) excluded: &'f Borders,
    /// Number of plans wanted.
    pub(super) wanted: usize,
    /// Sequences of crossed borders, each as the number of the sequence that it extends and the border added. Sequences
    /// are numbered from 1; 0 is the empty sequence.
    pub(super) sequences: IndexSet<(usize, Border), FxBuildHasher>,
    /// Whether a dropped state may have led to further plans.
    pub(super) has_dropped: bool,
    pub(super) nodes: Vec<Node>,
    pub(super) open: BinaryHeap<Reverse<QueueKey>>,
    /// States by the player's area, box counts and crossed forced borders: only states with equal keys are compared.
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

    /// Returns the number of the sequence that is `sequence` followed by a border; `sequence` itself for `None`.
    pub(super) fn continued(&mut self, sequence: usize, border: Option<Border>) -> usize {
        border.map_or(sequence, |border| self.sequences.insert_full((sequence, border)).0 + 1)
    }
}
