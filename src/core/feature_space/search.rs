//! The search: one queue of moves for each cell of the feature space. A node belongs to the cell of the best score on its path, so
//! that a detour through worse positions stays in its first cell. In a cell the move of lowest weight is made; weights of the moves
//! on the path are summed. A move proposed by an adviser weighs 0, any other move 1 or more. All moves are queued, so the search is
//! complete.

use super::cells::Cells;
use super::{Candidate, Domain, Score};
use crate::run::{Meter, Progress, Search, Status, Stop};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

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
        let moves = search.moves(&root, None, score, meter)?;
        search.add(root, None, 0, score, moves);
        Ok(search)
    }

    /// Returns the node with the best score so far, lost nodes included; the earliest among equals.
    pub fn best_node(&self) -> NodeId {
        let scores = self.nodes.values().map(|node| node.score).zip((0..).map(Reverse));
        scores.max().map_or(0, |(_, Reverse(id))| id)
    }

    /// Returns the state of best score that may still lead to the goal. Constant time.
    pub fn nearest(&self) -> Option<&D::State> {
        self.best.peek().and_then(|&(_, Reverse(id))| self.state(id))
    }

    /// Returns the node of [`FeatureSpace::nearest`].
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

    fn moves(
        &mut self,
        state: &D::State,
        by: Option<D::Move>,
        score: D::Score,
        meter: &mut Meter,
    ) -> Result<Moves<D>, Stop> {
        Ok(queue(self.domain.expand(state, by, score, meter)?.unwrap_or_default()))
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
        let id = u32::try_from(number).unwrap_or(u32::MAX);
        if is_live {
            self.best.push((score, Reverse(id)));
            self.enqueue(id);
        }
        id
    }

    fn enqueue(&mut self, id: NodeId) {
        let node = &self.nodes[id as usize];
        if let Some(next) = node.moves.peek() {
            self.queued += 1;
            self.cells.push(node.cell, (node.weight + weight(next), Reverse(next.score.tie()), self.queued, id));
        }
    }

    /// Returns the cell (index) of the best node that is not lost, among cells with queued moves; `None` without one.
    pub(super) fn best_cell(&mut self) -> Option<usize> {
        while let Some(&(_, Reverse(id))) = self.best.peek() {
            let node = &self.nodes[id as usize];
            if node.live > 0 && self.cells.least(node.cell).is_some() {
                return Some(node.cell);
            }
            self.best.pop();
        }
        None
    }

    /// Lowers the number of live moves of a node by one. A node without live moves is lost, and so its parent has one
    /// live move less, and so on towards the root.
    fn lose_move(&mut self, id: NodeId) {
        let mut losing = Some(id);
        while let Some(node) = losing.and_then(|id| self.nodes.get_index_mut(id as usize)).map(|(_, node)| node) {
            losing = node.parent.filter(|_| node.live == 1).map(|(parent, _)| parent);
            node.live = node.live.saturating_sub(1);
        }
    }
}

/// Returns the moves from a position as a heap, since most of many moves are never made and need no sorting. If there
/// are at most two moves, the first weighs 0.
fn queue<M, S: Score>(mut candidates: Vec<Candidate<M, S>>) -> BinaryHeap<Candidate<M, S>> {
    candidates.shrink_to_fit();
    for (place, candidate) in (0..).zip(&mut candidates) {
        candidate.place = place;
    }
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
                moves = self.moves(child, Some(by), score, meter)?;
            }
        }
        // 4. The next move of the node is queued.
        self.cells.take(cell);
        self.nodes[id as usize].moves.pop();
        self.enqueue(id);
        self.domain.made(by, child.is_some());
        // 5. The position is added; if it is lost, its parent may be lost too.
        let Some(child) = child else { return Ok(Status::Running) };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature_space::Candidates;
    use std::collections::BTreeMap;

    /// A number to maximise; its tens are its cell.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Height(u32);

    impl Score for Height {
        type Cell = u32;
        type Tie = u32;

        fn cell(self) -> u32 {
            self.0 / 10
        }

        fn tie(self) -> u32 {
            self.0
        }
    }

    /// A graph without a goal: the nodes after a node, each with its score. A node without an entry is lost.
    #[derive(Debug)]
    struct Graph(BTreeMap<u32, Vec<(u32, u32)>>);

    impl Domain for Graph {
        type State = u32;
        type Move = u32;
        type Score = Height;

        fn after(&mut self, _: &u32, by: u32) -> Option<u32> {
            Some(by)
        }

        fn is_goal(&mut self, _: &u32, _: Height) -> bool {
            false
        }

        fn expand(
            &mut self,
            state: &u32,
            _: Option<u32>,
            _: Height,
            _: &mut Meter,
        ) -> Result<Option<Candidates<Self>>, Stop> {
            let candidate = |&(to, height): &(u32, u32)| Candidate::new(to, Height(height), 0);
            Ok(self.0.get(state).map(|after| after.iter().map(candidate).collect()))
        }
    }

    fn search<A: AsRef<[(u32, u32)]>>(graph: &[(u32, A)], meter: &mut Meter) -> FeatureSpace<Graph> {
        let after = graph.iter().map(|(from, to)| (*from, to.as_ref().to_vec())).collect();
        FeatureSpace::new(Graph(after), 0, Height(0), meter).unwrap()
    }

    /// Returns the nodes in the order of visits, and the end of the search.
    fn run(search: &mut FeatureSpace<Graph>, meter: &mut Meter) -> (Vec<u32>, Status<u32>) {
        loop {
            let status = search.step(meter).unwrap();
            if status != Status::Running {
                return (search.nodes.keys().copied().collect(), status);
            }
        }
    }

    #[test]
    fn the_best_node_is_the_earlier_one_among_equals_and_the_nearest_is_not_lost() {
        let meter = &mut Meter::unlimited();
        let graph: [(u32, &[(u32, u32)]); 3] = [(0, &[(1, 5), (2, 5), (3, 4), (4, 1)]), (3, &[(5, 0)]), (5, &[(6, 0)])];
        let mut search = search(&graph, meter);
        assert_eq!(search.nearest(), Some(&0));
        while search.nodes.len() < 4 {
            assert_eq!(search.step(meter), Ok(Status::Running));
        }
        assert_eq!(search.state(search.best_node()), Some(&1), "lost, and found before its equal");
        assert_eq!(search.nearest(), Some(&3));
        let (visited, ended) = run(&mut search, meter);
        assert_eq!((visited.len(), ended), (7, Status::Exhausted));
        assert_eq!(search.score(search.best_node()), Some(Height(5)));
    }

    #[test]
    fn the_first_of_at_most_two_moves_weighs_nothing_and_of_three_each_weighs_one() {
        let meter = &mut Meter::unlimited();
        // All in one cell: a path of pairs is followed to its end before the second move of any pair.
        let pairs: [(u32, &[(u32, u32)]); 3] = [(0, &[(1, 5), (2, 9)]), (2, &[(3, 1), (4, 2)]), (4, &[(5, 1), (6, 1)])];
        let (visited, _) = run(&mut search(&pairs, meter), meter);
        assert_eq!(visited, [0, 2, 4, 5, 1, 3, 6], "by weight, then by tie, then by age");
        let threes: [(u32, &[(u32, u32)]); 2] = [(0, &[(1, 5), (2, 9), (3, 6)]), (2, &[(4, 8), (5, 8), (6, 8)])];
        let (visited, _) = run(&mut search(&threes, meter), meter);
        assert_eq!(visited, [0, 2, 3, 1, 4, 5, 6], "a step further costs one more");
    }
}
