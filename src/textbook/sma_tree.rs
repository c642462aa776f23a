//! The tree of SMA*: the nodes that are held, and what is remembered of those that were dropped.
//!
//! ```text
//!        5            The worst leaf, 9, is dropped; 7 remembers that its second child was worth 9, and is worth that
//!      /   \          itself as soon as nothing better hangs below it. Should 9 become the best there is, the child is
//!     5     7         made again.
//!          / \
//!         7  (9)
//! ```
//! In come nodes with how they are rated; out come the best that can be expanded and, when memory is short, the room of
//! the worst leaf. States are known again as long as they are held.

use crate::push::{Push, State};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::hash::BuildHasher;

/// Nothing is to be found below.
pub(super) const NEVER: u32 = u32::MAX;

/// The order among nodes, the best first: by rating, then the deepest, then what goes on, then the newest.
type Key = (u32, Reverse<u32>, Reverse<bool>, Reverse<u64>, usize);

/// A node that is not in the tree yet.
#[derive(Clone, Debug)]
pub(super) struct Sprout {
    pub(super) state: State,
    pub(super) step: Option<Push>,
    /// Its number among the children of its parent, and that.
    pub(super) child_of: Option<(usize, u32)>,
    pub(super) cost: u32,
    pub(super) rated: u32,
    pub(super) goes_on: bool,
}

/// A node.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) own: Sprout,
    arrived: u64,
    /// Children that are held.
    held: u32,
    /// Children that were dropped: their numbers, and what they were worth. `None` before the first expansion.
    forgotten: Option<Vec<(u32, u32)>>,
}

/// The tree.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    free: Vec<usize>,
    open: BTreeSet<Key>,
    leaves: BTreeSet<Key>,
    by_state: HashTable<usize>,
    arrived: u64,
    /// The most nodes, once that is known.
    pub(super) capacity: Option<usize>,
    roots: usize,
    /// The node that is being expanded: it stands in no table until that is done.
    busy: Option<usize>,
}

impl Tree {
    /// Bytes of one node with its entries in the tables, boxes in so many words.
    pub(super) const fn bytes_each(words: usize) -> usize {
        size_of::<Node>() + 3 * size_of::<Key>() + 64 + words * 8
    }

    /// How many nodes are held.
    pub(super) const fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// A node that is held.
    pub(super) fn node(&self, id: usize) -> &Node {
        &self.nodes[id]
    }

    /// The deepest node that can be held, with all above it.
    pub(super) fn deepest(&self) -> Option<usize> {
        self.capacity.map(|capacity| capacity.saturating_sub(self.roots))
    }

    /// The steps from a root to a node.
    pub(super) fn steps(&self, id: usize) -> Vec<Push> {
        let above = |&id: &usize| self.nodes[id].own.child_of.map(|(parent, _)| parent);
        let mut steps: Vec<Push> =
            std::iter::successors(Some(id), above).filter_map(|id| self.nodes[id].own.step).collect();
        steps.reverse();
        steps
    }

    /// Is the state held already, at this cost or less?
    pub(super) fn is_held(&self, state: &State, cost: u32) -> bool {
        let found = self.by_state.find(hash(state), |&id| self.nodes[id].own.state == *state);
        found.is_some_and(|&id| self.nodes[id].own.cost <= cost)
    }

    /// The best node that can be expanded.
    pub(super) fn best(&self) -> Option<usize> {
        self.open.first().filter(|key| key.0 != NEVER).map(|key| key.4)
    }

    /// Adds a node where there is room, or where a leaf is worse; else it is forgotten at once.
    pub(super) fn place(&mut self, sprout: Sprout) {
        let Some((parent, number)) = sprout.child_of else {
            self.roots += 1;
            return self.hold(sprout);
        };
        if self.capacity.is_some_and(|capacity| self.len() >= capacity) {
            let key = (sprout.rated, Reverse(sprout.cost), Reverse(sprout.goes_on), Reverse(self.arrived), 0);
            let Some(&worst) = self.leaves.last().filter(|&&worst| worst > key) else {
                self.nodes[parent].forgotten.get_or_insert_default().push((number, sprout.rated));
                return;
            };
            self.drop_leaf(worst);
        }
        self.nodes[parent].held += 1;
        self.hold(sprout);
    }

    fn hold(&mut self, own: Sprout) {
        let node = Node { own, arrived: self.arrived, held: 0, forgotten: None };
        self.arrived += 1;
        let id = match self.free.pop() {
            Some(id) => {
                self.nodes[id] = node;
                id
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        };
        let (nodes, state) = (&self.nodes, &self.nodes[id].own.state);
        let found = self.by_state.find_mut(hash(state), |&other| nodes[other].own.state == *state);
        match found {
            Some(slot) => *slot = id,
            None => {
                self.by_state.insert_unique(hash(state), id, |&other| hash(&nodes[other].own.state));
            }
        }
        self.enter(id);
    }

    fn key(&self, id: usize) -> Key {
        let node = &self.nodes[id];
        (node.own.rated, Reverse(node.own.cost), Reverse(node.own.goes_on), Reverse(node.arrived), id)
    }

    /// Puts a node where it belongs: it can be expanded unless nothing is left below it, and dropped if it is a leaf.
    fn enter(&mut self, id: usize) {
        let (key, node) = (self.key(id), &self.nodes[id]);
        if node.forgotten.as_ref().is_none_or(|forgotten| !forgotten.is_empty()) && key.0 != NEVER {
            self.open.insert(key);
        }
        if node.held == 0 && node.own.child_of.is_some() {
            self.leaves.insert(key);
        }
    }

    fn leave(&mut self, id: usize) {
        let key = self.key(id);
        self.open.remove(&key);
        self.leaves.remove(&key);
    }

    /// Which children a node is to make now, with what they were worth when they were dropped; `None` for all.
    pub(super) fn due(&self, id: usize) -> Option<Vec<(u32, u32)>> {
        let forgotten = self.nodes[id].forgotten.as_ref()?;
        let least = forgotten.iter().map(|&(_, rated)| rated).min();
        Some(forgotten.iter().copied().filter(|&(_, rated)| Some(rated) == least).collect())
    }

    /// Takes a node out to make those of its children that are due.
    pub(super) fn begin(&mut self, id: usize) {
        let due = self.due(id);
        self.leave(id);
        self.busy = Some(id);
        if let (Some(due), Some(forgotten)) = (due, &mut self.nodes[id].forgotten) {
            forgotten.retain(|child| !due.contains(child));
        }
    }

    /// Puts the node back that was expanded. Where there is nothing more to be made below it, it is only held to be
    /// known again.
    pub(super) fn end(&mut self, id: usize) {
        self.busy = None;
        self.nodes[id].forgotten.get_or_insert_default();
        self.settle(id);
        self.enter(id);
    }

    /// A node is worth what the best of its forgotten children is, and nothing when it has no children at all.
    fn settle(&mut self, id: usize) {
        let node = &mut self.nodes[id];
        let least = node.forgotten.iter().flatten().map(|&(_, rated)| rated).min();
        match least {
            Some(least) => node.own.rated = least,
            None if node.held == 0 => node.own.rated = NEVER,
            None => {}
        }
    }

    /// Drops a leaf; its parent remembers it unless there is nothing to be found below.
    fn drop_leaf(&mut self, key: Key) {
        let id = key.4;
        self.leave(id);
        if let Ok(entry) = self.by_state.find_entry(hash(&self.nodes[id].own.state), |&other| other == id) {
            entry.remove();
        }
        self.free.push(id);
        let Some((parent, number)) = self.nodes[id].own.child_of else { return };
        let is_busy = self.busy == Some(parent);
        if !is_busy {
            self.leave(parent);
        }
        let node = &mut self.nodes[parent];
        node.held -= 1;
        if key.0 != NEVER {
            node.forgotten.get_or_insert_default().push((number, key.0));
        }
        if !is_busy {
            self.settle(parent);
            self.enter(parent);
        }
    }
}

fn hash(state: &State) -> u64 {
    FxBuildHasher.hash_one(state)
}
