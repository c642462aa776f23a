//! The tree of SMA*: the nodes in memory, and the ratings of dropped nodes.
//!
//! ```text
//!        5            The worst leaf, 9, is dropped; its parent, 7, holds that its second child was rated 9, and is rated 9
//!      /   \          itself as soon as nothing better is left below it. When 9 is the best rating, the child is
//!     5     7         generated again.
//!          / \
//!         7  (9)
//! ```
//! The tree returns the best node that can be expanded and, when memory is full, drops the worst leaf. States of nodes
//! in the tree are recognised. Operations take time logarithmic in the number of nodes.

use crate::push::{Push, State};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::hash::BuildHasher;

/// Rating of a node below which no solution exists.
pub(super) const NEVER: u32 = u32::MAX;

/// Order of nodes: lowest rating first, then deepest, then nodes whose step moves the box of the step before, then
/// newest; the last entry is the index of the node.
type Key = (u32, Reverse<u32>, Reverse<bool>, Reverse<u64>, usize);

/// A node that is not in the tree yet.
#[derive(Clone, Debug)]
pub(super) struct Sprout {
    pub(super) state: State,
    pub(super) step: Option<Push>,
    /// Index of the parent, and number of the node among the children of the parent; `None` for a root.
    pub(super) child_of: Option<(usize, u32)>,
    pub(super) cost: u32,
    pub(super) rated: u32,
    pub(super) goes_on: bool,
}

/// A node of the tree, with the number of its children in the tree and the ratings of dropped children.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) sprout: Sprout,
    arrived: u64,
    /// Number of children that are in the tree.
    held: u32,
    /// Dropped children: number among all children, and rating; `None` before the first expansion.
    forgotten: Option<Vec<(u32, u32)>>,
}

/// All nodes of the tree, with the orders in which nodes are expanded and dropped.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    free: Vec<usize>,
    open: BTreeSet<Key>,
    leaves: BTreeSet<Key>,
    by_state: HashTable<usize>,
    arrived: u64,
    /// Maximum number of nodes, set when the meter first refuses memory; `None` before that.
    pub(super) capacity: Option<usize>,
    roots: usize,
    /// Node that is being expanded, and is in no table meanwhile; `None` between expansions.
    busy: Option<usize>,
}

impl Tree {
    /// Returns the estimated bytes of a node and its entries in the tables, for a board whose sets of boxes have
    /// `words` words.
    pub(super) const fn bytes_each(words: usize) -> usize {
        size_of::<Node>() + 3 * size_of::<Key>() + 64 + words * 8
    }

    /// Returns the number of nodes in the tree.
    pub(super) const fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// Returns the node with an index.
    pub(super) fn node(&self, id: usize) -> &Node {
        &self.nodes[id]
    }

    /// Returns the maximum depth at which a node and its ancestors fit into the tree; `None` before memory was refused.
    pub(super) fn deepest(&self) -> Option<usize> {
        self.capacity.map(|capacity| capacity.saturating_sub(self.roots))
    }

    /// Returns the steps from a root to a node.
    pub(super) fn steps(&self, id: usize) -> Vec<Push> {
        let above = |&id: &usize| self.nodes[id].sprout.child_of.map(|(parent, _)| parent);
        let mut steps: Vec<Push> =
            std::iter::successors(Some(id), above).filter_map(|id| self.nodes[id].sprout.step).collect();
        steps.reverse();
        steps
    }

    /// Returns whether a state is in the tree with this cost or a lower cost.
    pub(super) fn is_held(&self, state: &State, cost: u32) -> bool {
        let found = self.by_state.find(hash(state), |&id| self.nodes[id].sprout.state == *state);
        found.is_some_and(|&id| self.nodes[id].sprout.cost <= cost)
    }

    /// Returns the index of the best node that can be expanded; `None` if no node can.
    pub(super) fn best(&self) -> Option<usize> {
        self.open.first().filter(|key| key.0 != NEVER).map(|key| key.4)
    }

    /// Adds a node if there is room or a worse leaf can be dropped; otherwise adds only its rating to its parent.
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

    fn hold(&mut self, sprout: Sprout) {
        let node = Node { sprout, arrived: self.arrived, held: 0, forgotten: None };
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
        let (nodes, state) = (&self.nodes, &self.nodes[id].sprout.state);
        let found = self.by_state.find_mut(hash(state), |&other| nodes[other].sprout.state == *state);
        match found {
            Some(slot) => *slot = id,
            None => {
                self.by_state.insert_unique(hash(state), id, |&other| hash(&nodes[other].sprout.state));
            }
        }
        self.enter(id);
    }

    fn key(&self, id: usize) -> Key {
        let node = &self.nodes[id];
        (node.sprout.rated, Reverse(node.sprout.cost), Reverse(node.sprout.goes_on), Reverse(node.arrived), id)
    }

    /// Adds a node to the tables: for expansion unless no child is left to generate, and for dropping if it is a leaf.
    fn enter(&mut self, id: usize) {
        let (key, node) = (self.key(id), &self.nodes[id]);
        if node.forgotten.as_ref().is_none_or(|forgotten| !forgotten.is_empty()) && key.0 != NEVER {
            self.open.insert(key);
        }
        if node.held == 0 && node.sprout.child_of.is_some() {
            self.leaves.insert(key);
        }
    }

    fn leave(&mut self, id: usize) {
        let key = self.key(id);
        self.open.remove(&key);
        self.leaves.remove(&key);
    }

    /// Returns the dropped children that a node must generate next, each as number and rating before it was dropped;
    /// `None` if the node must generate all its children.
    pub(super) fn due(&self, id: usize) -> Option<Vec<(u32, u32)>> {
        let forgotten = self.nodes[id].forgotten.as_ref()?;
        let least = forgotten.iter().map(|&(_, rated)| rated).min();
        Some(forgotten.iter().copied().filter(|&(_, rated)| Some(rated) == least).collect())
    }

    /// Removes a node from the tables while its children are generated.
    pub(super) fn begin(&mut self, id: usize) {
        let due = self.due(id);
        self.leave(id);
        self.busy = Some(id);
        if let (Some(due), Some(forgotten)) = (due, &mut self.nodes[id].forgotten) {
            forgotten.retain(|child| !due.contains(child));
        }
    }

    /// Puts the expanded node back into the tables. If no child is left to generate, it stays only as a known state.
    pub(super) fn end(&mut self, id: usize) {
        self.busy = None;
        self.nodes[id].forgotten.get_or_insert_default();
        self.settle(id);
        self.enter(id);
    }

    /// Sets the rating of a node to the best rating of its dropped children; to [`NEVER`] if it has no children at all.
    fn settle(&mut self, id: usize) {
        let node = &mut self.nodes[id];
        let least = node.forgotten.iter().flatten().map(|&(_, rated)| rated).min();
        match least {
            Some(least) => node.sprout.rated = least,
            None if node.held == 0 => node.sprout.rated = NEVER,
            None => {}
        }
    }

    /// Drops a leaf; its parent keeps the rating, unless this is [`NEVER`].
    fn drop_leaf(&mut self, key: Key) {
        let id = key.4;
        self.leave(id);
        if let Ok(entry) = self.by_state.find_entry(hash(&self.nodes[id].sprout.state), |&other| other == id) {
            entry.remove();
        }
        self.free.push(id);
        let Some((parent, number)) = self.nodes[id].sprout.child_of else { return };
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
