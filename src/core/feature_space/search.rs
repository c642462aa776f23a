//! The search: one queue of moves for each cell of the feature space. A node belongs to the cell of the best score on its path,
//! so that a detour through worse positions stays in its first cell. The move of lowest weight in a cell is made; weights on the
//! path are summed. An advised move weighs 0, any other 1 or more. All moves are queued, so it is complete.

use super::{Candidate, Domain, Score};
use crate::run::{Meter, Progress, Search, Status, Stop, count32};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;

/// Number of a node, in the order of creation; the root is 0.
pub type NodeId = u32;

/// Key of a queued move: weight of the node plus weight of the move, tie-break of the move, time of queueing, node.
pub(super) type Key<T> = (u32, Reverse<T>, u32, NodeId);

type Moves<D> = BinaryHeap<Candidate<<D as Domain>::Move, <D as Domain>::Score>>;

#[derive(Debug)]
pub(super) struct FeatureNode<M, S: Score> {
    /// Node before, and the move that led from there; `None` for the root.
    pub(super) parent: Option<(NodeId, M)>,
    weight: u32,
    pub(super) score: S,
    best: S,
    cell: usize,
    pub(super) moves: BinaryHeap<Candidate<M, S>>,
    /// Number of moves that are not proved to lead to lost positions.
    pub(super) live: usize,
}

/// A feature-space search in progress: its nodes, and queues of moves by cell.
#[derive(Debug)]
pub struct FeatureSpace<D: Domain> {
    pub(crate) domain: D,
    pub(super) nodes: IndexMap<D::State, FeatureNode<D::Move, D::Score>, FxBuildHasher>,
    pub(super) cells: Cells<<D::Score as Score>::Cell, Key<<D::Score as Score>::Tie>>,
    /// Nodes, the best first; lost nodes and nodes of empty cells are removed when they are first.
    pub(super) best: BinaryHeap<(D::Score, Reverse<NodeId>)>,
    queued: u32,
    pub(super) dropped: u64,
    /// Whether moves were dropped to release memory, so that an exhausted search is no proof.
    pub(super) has_gaps: bool,
    progress: Progress,
}

impl<D: Domain> FeatureSpace<D> {
    /// Creates the search with an expanded root of this score.
    pub fn new(domain: D, root: D::State, score: D::Score, meter: &mut Meter) -> Result<Self, Stop> {
        let mut search = Self {
            domain,
            nodes: IndexMap::default(),
            cells: Cells::default(),
            best: BinaryHeap::new(),
            queued: 0,
            dropped: 0,
            has_gaps: false,
            progress: Progress::default(),
        };
        let moves = queue(search.domain.expand(&root, None, score, meter)?.unwrap_or_default());
        search.add(root, None, 0, score, moves);
        Ok(search)
    }

    /// Returns the node with the best score so far, lost nodes included; the earliest among equals.
    pub fn best_node(&self) -> NodeId {
        let scores = self.nodes.values().map(|node| node.score).zip((0..).map(Reverse));
        scores.max().map_or(0, |(_, Reverse(id))| id)
    }

    /// Returns the node of best score that may still lead to the goal; `None` without one.
    pub fn nearest_node(&self) -> Option<NodeId> {
        self.best.peek().map(|&(_, Reverse(id))| id)
    }

    /// Returns the moves from the root to a node, each with the node and the state before it.
    pub fn path(&self, last: NodeId) -> Vec<(NodeId, D::State, D::Move)> {
        let back = std::iter::successors(self.parent(last), |&(id, _)| self.parent(id));
        let mut path: Vec<_> = back.filter_map(|(id, by)| Some((id, self.state(id)?.clone(), by))).collect();
        path.reverse();
        path
    }

    /// Returns the number of nodes created, dropped ones included.
    pub fn generated(&self) -> u64 {
        self.nodes.len() as u64 + self.dropped
    }

    /// Returns the state (position) of a node; `None` if no node has this number.
    pub fn state(&self, id: NodeId) -> Option<&D::State> {
        self.nodes.get_index(id as usize).map(|(state, _)| state)
    }

    /// Returns the score of a node; `None` if no node has this number.
    pub fn score(&self, id: NodeId) -> Option<D::Score> {
        self.nodes.get_index(id as usize).map(|(_, node)| node.score)
    }

    /// Returns the parent of a node, and the move that led from there; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<(NodeId, D::Move)> {
        self.nodes[id as usize].parent
    }

    /// Adds the node of a new state, and queues its first move; a lost state has no moves.
    fn add(
        &mut self,
        state: D::State,
        parent: Option<(NodeId, D::Move)>,
        weight: u32,
        score: D::Score,
        moves: Moves<D>,
    ) -> NodeId {
        let best = parent.map_or(score, |(id, _)| self.nodes[id as usize].best.max(score));
        let is_live = !moves.is_empty();
        self.progress.generated += moves.len() as u64;
        self.progress.expanded += u64::from(is_live && parent.is_some());
        let cell = if is_live { self.cells.number(best.cell()) } else { 0 };
        let live = moves.len();
        let (number, _) = self.nodes.insert_full(state, FeatureNode { parent, weight, score, best, cell, moves, live });
        let id = count32(number);
        if is_live {
            self.best.push((score, Reverse(id)));
            self.enqueue(id);
        }
        id
    }

    fn enqueue(&mut self, id: NodeId) {
        let node = &self.nodes[id as usize];
        if let Some(next) = node.moves.peek() {
            // The number makes equal keys differ: the move queued first comes first, so that runs repeat.
            self.queued += 1;
            self.cells.push(node.cell, (node.weight + weight(next), Reverse(next.score.tie()), self.queued, id));
        }
    }

    /// Returns the cell (index) of the best node that is not lost, among cells with queued moves; `None` without one.
    pub(super) fn best_cell(&mut self) -> Option<usize> {
        while let Some(&(_, Reverse(id))) = self.best.peek() {
            let node = &self.nodes[id as usize];
            // Nodes that are lost or have no moves are taken off here: the heap finds its top alone.
            if node.live > 0 && self.cells.least(node.cell).is_some() {
                return Some(node.cell);
            }
            self.best.pop();
        }
        None
    }

    /// Lowers the live moves of a node by one. Without any it is lost, and so its parent has one less, and so on.
    fn lose_move(&mut self, id: NodeId) {
        let mut losing = Some(id);
        while let Some(node) = losing.and_then(|id| self.nodes.get_index_mut(id as usize)).map(|(_, node)| node) {
            losing = node.parent.filter(|_| node.live == 1).map(|(parent, _)| parent);
            node.live = node.live.saturating_sub(1);
        }
    }
}

/// Returns moves as a heap, since most are never made and need no sorting. Of at most two moves the first weighs 0.
fn queue<M, S: Score>(mut candidates: Vec<Candidate<M, S>>) -> BinaryHeap<Candidate<M, S>> {
    candidates.shrink_to_fit();
    for (place, candidate) in (0..).zip(&mut candidates) {
        candidate.place = place;
    }
    // Where there is hardly a choice a way is followed to its end, as advised moves are.
    if candidates.len() <= 2
        && let Some(first) = candidates.iter_mut().max()
    {
        first.priority = first.priority.max(1);
    }
    candidates.into()
}

fn weight<M, S>(by: &Candidate<M, S>) -> u32 {
    if by.priority == 0 { 1 + by.delay } else { 0 }
}

impl<D: Domain> Search for FeatureSpace<D> {
    /// Number of the last node; see [`FeatureSpace::path`].
    type Solution = NodeId;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<NodeId>, Stop> {
        // 1. The root may be the goal.
        if self.nodes.len() == 1
            && self.nodes.get_index(0).is_some_and(|(root, node)| self.domain.is_goal(root, node.score))
        {
            return Ok(Status::Found(0));
        }
        // 2. The move with the lowest key in the cell of this turn.
        let best = self.best_cell();
        let Some(cell) = self.cells.turn(best) else { return Ok(Status::Exhausted) };
        let Some((weight, _, _, id)) = self.cells.least(cell) else { return Ok(Status::Exhausted) };
        let Some((state, node)) = self.nodes.get_index(id as usize) else { return Ok(Status::Exhausted) };
        let Some(&Candidate { by, score, .. }) = node.moves.peek() else { return Ok(Status::Exhausted) };
        // 3. The position after it, with its moves, unless it is known.
        let child = self.domain.after(state, by).filter(|child| !self.nodes.contains_key(child));
        let mut moves = BinaryHeap::new();
        let is_goal = child.as_ref().is_some_and(|child| self.domain.is_goal(child, score));
        if let Some(child) = &child {
            meter.count(D::NODE);
            if !is_goal {
                moves = queue(self.domain.expand(child, Some(by), score, meter)?.unwrap_or_default());
            }
        }
        // 4. The next move of the node is queued.
        self.cells.take(cell);
        self.nodes[id as usize].moves.pop();
        self.enqueue(id);
        self.domain.made(by, child.is_some());
        // 5. The position is added; if it is lost, its parent may be lost too.
        let Some(child) = child else { return Ok(Status::Running) };
        // A goal has no moves either, as they were not asked for.
        let is_lost = !is_goal && moves.is_empty();
        let added = self.add(child, Some((id, by)), weight, score, moves);
        if is_goal {
            return Ok(Status::Found(added));
        }
        if is_lost {
            self.lose_move(id);
        }
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        !self.has_gaps
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.len() as u64, ..self.progress }
    }

    fn compact(&mut self) -> bool {
        self.drop_half()
    }
}

/// The cells found so far (positions with equal features), each with a queue of moves. On odd turns cells follow each other,
/// continued from a cell that was just created; on even turns the cell of the best node has its turn. Of the moves queued in the
/// cell, the one with the lowest key is selected.
#[derive(Debug)]
pub struct Cells<C, K> {
    queues: IndexMap<C, BinaryHeap<Reverse<K>>, FxBuildHasher>,
    next: usize,
    turns: u64,
}

impl<C: Copy + Eq + Hash, K: Copy + Ord> Default for Cells<C, K> {
    fn default() -> Self {
        Self { queues: IndexMap::default(), next: 0, turns: 0 }
    }
}

impl<C: Copy + Eq + Hash, K: Copy + Ord> Cells<C, K> {
    /// Returns the index of a cell; a new cell is added, and has the next turn.
    pub fn number(&mut self, cell: C) -> usize {
        self.queues.get_index_of(&cell).unwrap_or_else(|| {
            let (number, _) = self.queues.insert_full(cell, BinaryHeap::new());
            // A feature that was reached for the first time is progress, so it is followed at once.
            self.next = number;
            number
        })
    }

    /// Queues a move in a cell.
    pub fn push(&mut self, cell: usize, key: K) {
        self.queues[cell].push(Reverse(key));
    }

    /// Empties all queues; the cells keep their indices.
    pub(super) fn clear(&mut self) {
        self.queues.values_mut().for_each(|queue| *queue = BinaryHeap::new());
    }

    /// Returns the index of the cell whose turn it is; `best`: cell of the best node. `None` if all queues are empty.
    pub fn turn(&self, best: Option<usize>) -> Option<usize> {
        let best = best.filter(|&cell| self.turns % 2 == 1 && !self.queues[cell].is_empty());
        let count = self.queues.len();
        best.or_else(|| (0..count).map(|step| (self.next + step) % count).find(|&cell| !self.queues[cell].is_empty()))
    }

    /// Returns the lowest key in the queue of a cell; `None` if the queue is empty.
    pub fn least(&self, cell: usize) -> Option<K> {
        self.queues[cell].peek().map(|&Reverse(key)| key)
    }

    /// Removes the lowest key from the queue of a cell, which ends the turn.
    pub fn take(&mut self, cell: usize) {
        self.queues[cell].pop();
        // The turn of the best cell does not change whose turn it is among all.
        if self.turns.is_multiple_of(2) {
            self.next = (cell + 1) % self.queues.len();
        }
        self.turns += 1;
    }
}
