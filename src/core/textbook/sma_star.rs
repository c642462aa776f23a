//! SMA* (Russell 1992): A* that drops the worst leaves when memory is short. The parent of a dropped leaf keeps its rating, which
//! is restored when the leaf is generated again. Complete if the shallowest solution with all its ancestors fits into memory;
//! otherwise the search ends with the memory limit and no result. With an admissible estimate the first solution has the fewest
//! steps. While memory lasts, every state is stored, and this is A*.
//!
//! ```text
//!        5            The worst leaf, 9, is dropped; its parent, 7, holds that its second child was rated 9, and is rated 9
//!      /   \          itself as soon as no better node is left below it. When 9 is the best rating, the child is
//!     5     7         generated again.
//!          / \
//!         7  (9)
//! ```

use super::Setup;
use super::formulation::{Child, Formulation, is_memory_short};
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{Push, State};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop};
use crate::search::Components;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::hash::BuildHasher;

/// A* over the states of a formulation, within a fixed number of nodes once memory is full.
#[derive(Debug)]
pub(super) struct SmaStar<'a> {
    formulation: Formulation<'a>,
    tree: Tree,
    /// Whether some node was left out because it was too deep for the memory.
    is_cut: bool,
    transpositions: bool,
    progress: Progress,
}

impl<'a> SmaStar<'a> {
    pub(super) fn new(maze: &'a Maze<'a>, start: &'a Position, setup: &Setup, meter: &mut Meter) -> Result<Self, Stop> {
        let mut search = Self {
            formulation: Formulation::new(maze, start, setup, meter)?,
            tree: Tree::default(),
            is_cut: false,
            transpositions: setup.has(Components::TRANSPOSITIONS),
            progress: Progress::default(),
        };
        for state in search.formulation.roots() {
            let Some(rated) = search.formulation.estimate(&state, meter)? else { continue };
            search.place(NewNode { state, step: None, child_of: None, cost: 0, rated, goes_on: false });
        }
        Ok(search)
    }

    fn place(&mut self, new_node: NewNode) {
        self.progress.depth = self.progress.depth.max(new_node.cost);
        self.tree.place(new_node);
        self.progress.kept = self.progress.kept.max(self.tree.len() as u64);
    }

    /// Returns the node of a child; `None` if it is lost, stored with no higher cost, or too deep for the memory.
    fn new_node(
        &mut self,
        parent: usize,
        number: u32,
        child: Child,
        was_worth: Option<u32>,
        meter: &Meter,
    ) -> Result<Option<NewNode>, Stop> {
        let (cost, above) = (self.tree.nodes[parent].new_node.cost + 1, self.tree.nodes[parent].new_node.rated);
        if self.transpositions && self.tree.is_held(&child.state, cost) {
            return Ok(None);
        }
        let Some(estimate) = self.formulation.estimate(&child.state, meter)? else {
            self.formulation.pruned += 1;
            return Ok(None);
        };
        if self.tree.deepest().is_some_and(|deepest| cost as usize > deepest) {
            self.is_cut = true;
            return Ok(None);
        }
        self.progress.estimated(estimate);
        let rated = was_worth.unwrap_or_else(|| above.max(cost.saturating_add(estimate)).min(NEVER - 1));
        let goes_on = child.goes_on;
        let child_of = Some((parent, number));
        Ok(Some(NewNode { state: child.state, step: Some(child.step), child_of, cost, rated, goes_on }))
    }

    fn expand(&mut self, id: usize, meter: &mut Meter) -> Result<(), Stop> {
        // 1. Fix the size of the tree when memory is short.
        meter.count(NodeKind::Push);
        if self.tree.capacity.is_none() && is_memory_short(meter) {
            self.tree.capacity = Some(self.tree.len());
        }
        // 2. Generate the children: all at first, later only dropped ones, with the ratings they had.
        let new_node = &self.tree.nodes[id].new_node;
        let children = self.formulation.children(&new_node.state, new_node.step, meter)?;
        self.progress.expanded(children.len());
        let due = self.tree.due(id);
        let mut sprouts = Vec::new();
        for (number, child) in (0u32..).zip(children) {
            let was_worth = due.as_ref().map(|due| due.iter().find(|&&(of, _)| of == number).map(|&(_, worth)| worth));
            if was_worth != Some(None) {
                sprouts.extend(self.new_node(id, number, child, was_worth.flatten(), meter)?);
            }
        }
        // 3. Place them in the tree; a full tree drops its worst leaves.
        self.tree.begin(id);
        sprouts.into_iter().for_each(|new_node| self.place(new_node));
        self.tree.end(id);
        Ok(())
    }
}

impl Search for SmaStar<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let Some(best) = self.tree.best() else {
            return if self.is_cut { Err(Stop::MemoryLimit) } else { Ok(Status::Exhausted) };
        };
        let new_node = &self.tree.nodes[best].new_node;
        if self.formulation.is_end(&new_node.state) {
            return Ok(Status::Found(self.formulation.pushes(self.tree.steps(best))));
        }
        self.expand(best, meter)?;
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { pruned: self.formulation.pruned, ..self.progress }
    }
}

/// Rating of a node below which no solution exists.
const NEVER: u32 = u32::MAX;

/// Order of nodes: lowest rating first, then deepest, then nodes whose step moves the box of the step before, then
/// newest; the last entry is the index of the node.
type Key = (u32, Reverse<u32>, Reverse<bool>, Reverse<u64>, usize);

#[derive(Clone, Debug)]
struct NewNode {
    state: State,
    step: Option<Push>,
    /// Index of the parent, and number of the node among the children of the parent; `None` for a root.
    child_of: Option<(usize, u32)>,
    cost: u32,
    rated: u32,
    goes_on: bool,
}

/// A node of the tree, with the number of its children in the tree and the ratings of dropped children.
#[derive(Clone, Debug)]
struct SmaNode {
    new_node: NewNode,
    arrived: u64,
    held: u32,
    /// Dropped children: number among all children, and rating; `None` before the first expansion.
    forgotten: Option<Vec<(u32, u32)>>,
}

#[derive(Debug, Default)]
struct Tree {
    nodes: Vec<SmaNode>,
    free: Vec<usize>,
    open: BTreeSet<Key>,
    leaves: BTreeSet<Key>,
    by_state: HashTable<usize>,
    arrived: u64,
    /// Maximum number of nodes, set when memory is short; `None` before that.
    capacity: Option<usize>,
    roots: usize,
}

impl Tree {
    const fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// Returns the maximum depth at which a node and its ancestors fit into the tree; `None` before memory was short.
    fn deepest(&self) -> Option<usize> {
        self.capacity.map(|capacity| capacity.saturating_sub(self.roots))
    }

    fn steps(&self, id: usize) -> Vec<Push> {
        let above = |&id: &usize| self.nodes[id].new_node.child_of.map(|(parent, _)| parent);
        let mut steps: Vec<Push> =
            std::iter::successors(Some(id), above).filter_map(|id| self.nodes[id].new_node.step).collect();
        steps.reverse();
        steps
    }

    /// True if a state is in the tree with this cost or a lower cost.
    fn is_held(&self, state: &State, cost: u32) -> bool {
        let found = self.by_state.find(hash(state), |&id| self.nodes[id].new_node.state == *state);
        found.is_some_and(|&id| self.nodes[id].new_node.cost <= cost)
    }

    /// Returns the index of the best node that can be expanded; `None` if no node can.
    fn best(&self) -> Option<usize> {
        self.open.first().filter(|key| key.0 != NEVER).map(|key| key.4)
    }

    /// Adds a node if there is room or a worse leaf to drop, else only its rating to its parent, which is in no table.
    fn place(&mut self, new_node: NewNode) {
        let Some((parent, number)) = new_node.child_of else {
            self.roots += 1;
            return self.hold(new_node);
        };
        if self.capacity.is_some_and(|capacity| self.len() >= capacity) {
            let key = (new_node.rated, Reverse(new_node.cost), Reverse(new_node.goes_on), Reverse(self.arrived), 0);
            let Some(&worst) = self.leaves.last().filter(|&&worst| worst > key) else {
                self.nodes[parent].forgotten.get_or_insert_default().push((number, new_node.rated));
                return;
            };
            self.drop_leaf(worst, parent);
        }
        self.nodes[parent].held += 1;
        self.hold(new_node);
    }

    fn hold(&mut self, new_node: NewNode) {
        let node = SmaNode { new_node, arrived: self.arrived, held: 0, forgotten: None };
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
        let (nodes, state) = (&self.nodes, &self.nodes[id].new_node.state);
        let found = self.by_state.find_mut(hash(state), |&other| nodes[other].new_node.state == *state);
        match found {
            Some(slot) => *slot = id,
            None => {
                self.by_state.insert_unique(hash(state), id, |&other| hash(&nodes[other].new_node.state));
            }
        }
        self.enter(id);
    }

    fn key(&self, id: usize) -> Key {
        let node = &self.nodes[id];
        (node.new_node.rated, Reverse(node.new_node.cost), Reverse(node.new_node.goes_on), Reverse(node.arrived), id)
    }

    /// Adds a node to the tables: for expansion unless no child is left to generate, and for dropping if it is a leaf.
    fn enter(&mut self, id: usize) {
        let (key, node) = (self.key(id), &self.nodes[id]);
        if node.forgotten.as_ref().is_none_or(|forgotten| !forgotten.is_empty()) && key.0 != NEVER {
            self.open.insert(key);
        }
        if node.held == 0 && node.new_node.child_of.is_some() {
            self.leaves.insert(key);
        }
    }

    fn leave(&mut self, id: usize) {
        let key = self.key(id);
        self.open.remove(&key);
        self.leaves.remove(&key);
    }

    /// Returns number and former rating of the dropped children to be generated next; `None` for all children.
    fn due(&self, id: usize) -> Option<Vec<(u32, u32)>> {
        let forgotten = self.nodes[id].forgotten.as_ref()?;
        let least = forgotten.iter().map(|&(_, rated)| rated).min();
        Some(forgotten.iter().copied().filter(|&(_, rated)| Some(rated) == least).collect())
    }

    fn begin(&mut self, id: usize) {
        let due = self.due(id);
        self.leave(id);
        if let (Some(due), Some(forgotten)) = (due, &mut self.nodes[id].forgotten) {
            forgotten.retain(|child| !due.contains(child));
        }
    }

    /// Puts the expanded node back into the tables. If no child is left to generate, it stays only as a known state.
    fn end(&mut self, id: usize) {
        self.nodes[id].forgotten.get_or_insert_default();
        self.settle(id);
        self.enter(id);
    }

    /// Sets the rating of a node to the best rating of its dropped children; to [`NEVER`] if it has no children at all.
    fn settle(&mut self, id: usize) {
        let node = &mut self.nodes[id];
        let least = node.forgotten.iter().flatten().map(|&(_, rated)| rated).min();
        match least {
            Some(least) => node.new_node.rated = least,
            None if node.held == 0 => node.new_node.rated = NEVER,
            None => {}
        }
    }

    /// Drops a leaf; its parent keeps the rating, unless this is [`NEVER`]. The node `busy` is being expanded.
    fn drop_leaf(&mut self, key: Key, busy: usize) {
        let id = key.4;
        self.leave(id);
        if let Ok(entry) = self.by_state.find_entry(hash(&self.nodes[id].new_node.state), |&other| other == id) {
            entry.remove();
        }
        self.free.push(id);
        let Some((parent, number)) = self.nodes[id].new_node.child_of else { return };
        if parent != busy {
            self.leave(parent);
        }
        let node = &mut self.nodes[parent];
        node.held -= 1;
        if key.0 != NEVER {
            node.forgotten.get_or_insert_default().push((number, key.0));
        }
        if parent != busy {
            self.settle(parent);
            self.enter(parent);
        }
    }
}

fn hash(state: &State) -> u64 {
    FxBuildHasher.hash_one(state)
}
