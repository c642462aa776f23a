//! The search: best-first in one queue for each cell of the feature space (Shoham and Schaeffer 2020).
//!
//! Positions fall into cells by their [`Features`]. The cells take turns ([`Cells`]), and in each the move of least
//! weight is made ([`super::Advisers::weigh`]); the weights of the moves on the path to a position are added up. All
//! moves are queued, so the search is complete.

use super::{BoxFilter, Candidate, CellId, Cells, Expander, FeatureExtractor, Features, Layout};
use crate::deadlock::Refused;
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{Arena, Macro, NodeId, Push, Region, State};
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};
use crate::search::{Perimeter, PushSearch};

/// A queued move: its node, and its rank among the node's moves.
type Waiting = (NodeId, u16);

/// The data of a node besides its state.
#[derive(Clone, Debug)]
struct Node {
    /// The number of the macro push that led here; the arena holds its box.
    number: u16,
    weight: u32,
    /// The number of moves that are not proved to lead to lost positions.
    live: usize,
    jam: u16,
    cell: CellId,
    /// Its moves with their weights, the lightest first.
    moves: Box<[(u32, Choice)]>,
}

/// The features and moves of a position that is not proved lost.
#[derive(Debug)]
struct Prospect {
    features: Features,
    /// The lightest first.
    moves: Box<[(u32, Choice)]>,
}

/// A move of a node: the box, and the number of the macro push among those of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    from: Square,
    number: u16,
}

impl Choice {
    const fn of(candidate: &Candidate) -> Self {
        Self { from: candidate.from, number: candidate.number }
    }
}

/// The search; see the module.
#[derive(Debug)]
pub struct FeatureSpace<'a> {
    maze: &'a Maze<'a>,
    layout: Layout,
    arena: Arena,
    perimeter: Perimeter,
    nodes: Vec<Node>,
    cells: Cells<Waiting>,
    held: Held,
    /// A node of which one more move leads to a lost position, which is still to be counted.
    pending_loss: Option<NodeId>,
    expander: Expander<'a>,
    progress: Progress,
}

impl<'a> FeatureSpace<'a> {
    /// Expands the start.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        extractor: FeatureExtractor,
        perimeter: Perimeter,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let layout = extractor.setting.layout;
        let mut search = Self {
            maze,
            layout,
            arena: Arena::new(maze.board.len()),
            perimeter,
            nodes: Vec::new(),
            cells: Cells::new(),
            held: Held::default(),
            pending_loss: None,
            expander: Expander::new(maze, extractor, BoxFilter::Enough),
            progress: Progress::default(),
        };
        let state = State::of(maze.board, start, &mut Region::new(maze.board.len()));
        let prospect = search.prospect(&state, None, meter)?;
        search.add(&state, None, 0, prospect, meter)?;
        Ok(search)
    }

    /// The prospect of a new state, and room for its node: adding it cannot fail then. `None` where it is solved or
    /// lost.
    fn prospect(&mut self, state: &State, pushed: Option<Square>, meter: &mut Meter) -> Result<Option<Prospect>, Stop> {
        self.arena.reserve(1, meter)?;
        self.held.vec(&mut self.nodes, 1, meter)?;
        if state.is_solved(self.maze.board) {
            return Ok(None);
        }
        let Some((vector, candidates)) = self.expander.expand(state, pushed, meter)? else { return Ok(None) };
        if let Err(stop) =
            self.held.grow(candidates.len() * size_of::<(u32, Choice)>() + Cells::<Waiting>::BYTES, meter)
        {
            self.expander.undo();
            return Err(stop);
        }
        let weighed = self.expander.weigh(state, &vector, &candidates);
        let moves = weighed.into_iter().map(|(weight, place)| (weight, Choice::of(&candidates[place]))).collect();
        Ok(Some(Prospect { features: vector.features, moves }))
    }

    /// Adds the node of a new state. Where it is not proved lost, the lightest of its moves is queued in its cell.
    fn add(
        &mut self,
        state: &State,
        parent: Option<(NodeId, Macro, u16)>,
        weight: u32,
        prospect: Option<Prospect>,
        meter: &mut Meter,
    ) -> Result<NodeId, Stop> {
        let pushed = parent.map(|(parent, m, _)| (parent, Push { from: m.from, direction: m.direction }));
        let Some(id) = self.arena.insert(state, pushed, meter)? else {
            return Ok(self.arena.find(state).unwrap_or(NodeId(0)));
        };
        self.progress.expanded += u64::from(parent.is_some());
        let number = parent.map_or(0, |(.., number)| number);
        let mut node = Node { number, weight, live: 0, jam: 0, cell: CellId::default(), moves: Box::default() };
        if let Some(Prospect { features, moves }) = prospect {
            self.progress.generated += moves.len() as u64;
            node.cell = self.cells.cell(self.layout.cell(features));
            (node.jam, node.live, node.moves) = (features.jam, moves.len(), moves);
        }
        self.nodes.push(node);
        self.enqueue(id, 0);
        Ok(id)
    }

    /// Queues a move of a node.
    fn enqueue(&mut self, id: NodeId, rank: u16) {
        let node = &self.nodes[id.index()];
        if let Some((more, _)) = node.moves.get(usize::from(rank)) {
            self.cells.push(node.cell, (node.weight + more, node.jam), (id, rank));
        }
    }

    /// Counts one live move less for the node of the pending loss. Where it was the last, the node is lost too, and so
    /// on up.
    fn propagate_loss(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        while let Some(id) = self.pending_loss {
            if self.nodes[id.index()].live > 1 {
                self.nodes[id.index()].live -= 1;
                self.pending_loss = None;
                break;
            }
            self.expander.study(&self.arena.state(id), meter)?;
            self.nodes[id.index()].live = 0;
            self.pending_loss = self.parent(id);
        }
        Ok(())
    }

    fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.arena.parent(id).map(|(parent, _)| parent)
    }

    /// Single pushes from the start to a node.
    fn path(&mut self, last: NodeId) -> Vec<Push> {
        let mut line: Vec<NodeId> =
            std::iter::successors(Some(last), |&id| self.arena.parent(id).map(|c| c.0)).collect();
        line.reverse();
        let mut pushes = Vec::new();
        for pair in line.windows(2) {
            let number = self.nodes[pair[1].index()].number;
            let from = self.arena.parent(pair[1]).map(|(_, push)| push.from);
            if from.and_then(|from| self.expander.follow(&self.arena.state(pair[0]), from, number)).is_some() {
                pushes.extend(self.expander.pushes(number));
            }
        }
        pushes
    }
}

impl Search for FeatureSpace<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        if self.arena.len() == 1 && self.arena.state(NodeId(0)).is_solved(self.maze.board) {
            return Ok(Status::Found(Vec::new()));
        }
        // 1. What is left of the step before, where a limit cut it short.
        if self.pending_loss.is_some() {
            self.propagate_loss(meter)?;
            return Ok(Status::Running);
        }
        // 2. The least move of the next cell.
        let Some(((weight, _), &(id, rank), cell)) = self.cells.peek() else { return Ok(Status::Exhausted) };
        meter.tick(NodeKind::Push)?;
        let state = self.arena.state(id);
        // 3. What was learned since may prove the position lost in which it is made.
        if self.expander.is_known_lost(&state, meter)? {
            self.cells.take(cell);
            self.nodes[id.index()].live = 0;
            self.pending_loss = self.parent(id);
            self.propagate_loss(meter)?;
            return Ok(Status::Running);
        }
        // 4. The position it leads to, and its prospect.
        let Choice { from, number } = self.nodes[id.index()].moves[usize::from(rank)].1;
        let followed = self.expander.follow(&state, from, number);
        let prospect = match &followed {
            Some((m, child)) if self.arena.find(child).is_none() => self.prospect(child, Some(m.to), meter)?,
            _ => None,
        };
        // 5. The next move of the node is queued.
        self.cells.take(cell);
        self.enqueue(id, rank + 1);
        let Some((m, child)) = followed else { return Ok(Status::Running) };
        // 6. The position is added; where it is lost, the one before may be lost too.
        let added = self.add(&child, Some((id, m, number)), weight, prospect, meter)?;
        if let Some(rest) = self.perimeter.rest(self.maze.board, &child) {
            return Ok(Status::Found([self.path(added), rest].concat()));
        }
        if self.nodes[added.index()].live == 0 {
            self.pending_loss = Some(id);
            self.propagate_loss(meter)?;
        }
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        !self.expander.is_cut()
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.arena.len() as u64, pruned: self.expander.total_refused(), ..self.progress }
    }
}

impl PushSearch for FeatureSpace<'_> {
    fn refused(&self) -> Refused {
        self.expander.refused()
    }
}
