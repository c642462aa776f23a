//! The positions of the upper level, in the cells of their features.

use crate::abstraction::Label;
use crate::feature_space::{Cells, Score};
use crate::planner::{Realised, Step};
use crate::push::State;
use crate::search::Features;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// A position that realised steps lead to.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) state: State,
    pub(super) features: Features,
    /// The best features on the path.
    best: Features,
    cell: usize,
    /// The weights of the steps on the path, added up: 0 for the first that was tried in a position, 1 for others.
    weight: u32,
    pub(super) parent: Option<(usize, Realised)>,
    /// The number of proposals tried.
    pub(super) tries: u32,
    /// The label of the last realisation that left open what is possible; `None` if there was none.
    pub(super) open: Option<Label>,
    /// Whether it is in no queue: nothing is left to propose, or it is put off.
    is_out: bool,
    /// Whether it has come back after it was put off, and no takeover was tried since.
    pub(super) is_back: bool,
}

impl Node {
    /// The weight of its next step.
    fn next_weight(&self) -> u32 {
        self.weight + u32::from(self.tries > 0)
    }
}

/// A queued position: the weight of its next step, its features, when it was queued, its number.
pub(super) type Key = (u32, Reverse<<Features as Score>::Tie>, u32, usize);

/// All positions.
#[derive(Debug)]
pub(super) struct Positions {
    nodes: Vec<Node>,
    seen: FxHashSet<State>,
    cells: Cells<<Features as Score>::Cell, Key>,
    /// The positions that wait for a takeover of at most this number of nodes, in the order in which they were put off.
    put_off: VecDeque<(usize, u64)>,
    /// The best positions first; those that are in no queue are dropped when they come to the top.
    best: BinaryHeap<(Features, Reverse<usize>)>,
    /// The number of times that a position was queued.
    queued: u32,
}

impl Positions {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            seen: FxHashSet::default(),
            cells: Cells::new(),
            put_off: VecDeque::new(),
            best: BinaryHeap::new(),
            queued: 0,
        }
    }

    /// Returns the state of the best position of those in a queue.
    pub(super) fn nearest(&self) -> Option<&State> {
        self.best.peek().map(|&(_, Reverse(id))| &self.nodes[id].state)
    }

    /// Returns the steps that led to it, in order.
    pub(super) fn steps_to_nearest(&self) -> Vec<Step> {
        let best = self.best.peek().map(|&(_, Reverse(id))| id);
        let mut steps: Vec<Step> =
            best.into_iter().flat_map(|id| self.back_from(id)).map(|realised| realised.step.clone()).collect();
        steps.reverse();
        steps
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether a state is among the positions.
    pub(super) fn has(&self, state: &State) -> bool {
        self.seen.contains(state)
    }

    pub(super) fn node(&self, id: usize) -> &Node {
        &self.nodes[id]
    }

    pub(super) fn node_mut(&mut self, id: usize) -> &mut Node {
        &mut self.nodes[id]
    }

    /// Adds and queues a position; returns its number, or `None` if it was known. `place`: its place among the outcomes
    /// of the step.
    pub(super) fn add(
        &mut self,
        state: State,
        features: Features,
        parent: Option<(usize, Realised)>,
        place: usize,
    ) -> Option<usize> {
        if !self.seen.insert(state.clone()) {
            return None;
        }
        let before = parent.as_ref().map(|&(parent, _)| &self.nodes[parent]);
        let best = before.map_or(features, |node| node.best.max(features));
        let weight = before.map_or(0, |node| node.next_weight() + u32::from(place > 0));
        let (id, cell) = (self.nodes.len(), self.cells.number(best.cell()));
        let (tries, open, is_out, is_back) = (0, None, false, false);
        self.nodes.push(Node { state, features, best, cell, weight, parent, tries, open, is_out, is_back });
        self.best.push((features, Reverse(id)));
        self.enqueue(id);
        Some(id)
    }

    fn enqueue(&mut self, id: usize) {
        let node = &self.nodes[id];
        self.queued += 1;
        self.cells.push(node.cell, (node.next_weight(), Reverse(node.features.tie()), self.queued, id));
    }

    /// The position whose turn it is, with its cell; `None` if nothing is left to propose in any.
    pub(super) fn turn(&mut self) -> Option<(usize, usize)> {
        while self.best.peek().is_some_and(|&(_, Reverse(id))| self.nodes[id].is_out) {
            self.best.pop();
        }
        let best = self.best.peek().map(|&(_, Reverse(id))| self.nodes[id].cell);
        let cell = self.cells.turn(best)?;
        let (.., id) = self.cells.least(cell)?;
        Some((id, cell))
    }

    /// Ends the turn of a cell. The position comes back with [`Positions::tried`].
    pub(super) fn take(&mut self, cell: usize) {
        self.cells.take(cell);
    }

    /// Ends the turn of a cell with a position in which nothing is left to propose.
    pub(super) fn spend(&mut self, id: usize, cell: usize) {
        self.cells.take(cell);
        self.nodes[id].is_out = true;
    }

    /// Ends the turn of a cell with a position that waits for a takeover of at most `cap` nodes.
    pub(super) fn put_off(&mut self, id: usize, cell: usize, cap: u64) {
        self.spend(id, cell);
        self.put_off.push_back((id, cap));
    }

    /// The nodes of the takeover that waits longest; `None` if none does.
    pub(super) fn waiting(&self) -> Option<u64> {
        self.put_off.front().map(|&(_, cap)| cap)
    }

    /// Queues the position that waits longest.
    pub(super) fn bring_back(&mut self) {
        if let Some((id, _)) = self.put_off.pop_front() {
            let node = &mut self.nodes[id];
            (node.is_out, node.is_back) = (false, true);
            self.best.push((node.features, Reverse(id)));
            self.enqueue(id);
        }
    }

    /// Queues a position again, after a proposal was tried. Its outcomes are added before.
    pub(super) fn tried(&mut self, id: usize) {
        let node = &mut self.nodes[id];
        node.tries += 1;
        node.is_back = false;
        self.enqueue(id);
    }

    /// The steps from the start to the last one, which is made in this position.
    pub(super) fn steps(&self, id: usize, last: Realised) -> Vec<Realised> {
        let mut steps = vec![last];
        steps.extend(self.back_from(id).cloned());
        steps.reverse();
        steps
    }

    /// The steps that led to a position, the last one first.
    fn back_from(&self, id: usize) -> impl Iterator<Item = &Realised> {
        let before = |id: usize| self.nodes[id].parent.as_ref();
        std::iter::successors(before(id), move |&&(parent, _)| before(parent)).map(|(_, realised)| realised)
    }
}
