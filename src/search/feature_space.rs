//! Feature-space search: best-first in many queues at once.
//!
//! In comes a maze and a start; out come pushes that fill all goals. Positions fall into cells by their features: how
//! far packing has come, the boxes that cannot all be matched with goals any more, those in the way of the next one, the
//! regions that boxes cut the player's space into. The cells are visited in turn, see [`Cells`], and in each the move of
//! least weight is made, see [`weighed`]. Nothing is cut, so the search is complete (Shoham and Schaeffer 2020).

use super::advisers::{Candidate, weighed};
use super::{CellId, Cells, Layout, Movers, Outlook, Surveyor};
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{Arena, Macro, NodeId, Push, Region, State};
use crate::run::{Kind, Meter, Progress, Search, Status, Stop};

/// A move that waits: its node, and its rank among the node's moves.
type Waiting = (NodeId, u16);

/// What is kept of a node besides its state.
#[derive(Clone, Debug)]
struct Node {
    /// The number of the macro that led here; the arena knows its box.
    number: u16,
    weight: u32,
    jam: u16,
    cell: CellId,
    /// Its moves with their weights, the lightest first.
    moves: Box<[(u32, Choice)]>,
}

/// A move as a node remembers it: the box, and the number of the macro among those of the box.
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
    start: &'a Position,
    layout: Layout,
    arena: Arena,
    nodes: Vec<Node>,
    cells: Cells<Waiting>,
    outlook: Outlook<'a>,
    progress: Progress,
}

impl<'a> FeatureSpace<'a> {
    /// Nothing is searched yet.
    pub fn new(maze: &'a Maze<'a>, start: &'a Position, surveyor: Surveyor, layout: Layout) -> Self {
        Self {
            maze,
            start,
            layout,
            arena: Arena::new(maze.board.len()),
            nodes: Vec::new(),
            cells: Cells::new(),
            outlook: Outlook::new(maze, surveyor, Movers::Enough),
            progress: Progress::default(),
        }
    }

    /// Adds a state that is new and not proved lost: ranks its moves and queues them in its cell.
    fn add(
        &mut self,
        state: &State,
        came: Option<(NodeId, Macro, u16)>,
        weight: u32,
        meter: &mut Meter,
    ) -> Result<Option<NodeId>, Stop> {
        let pushed = came.map(|(parent, m, _)| (parent, Push { from: m.from, way: m.way }));
        let Some(id) = self.arena.insert(state, pushed, meter)? else { return Ok(None) };
        let number = came.map_or(0, |(.., number)| number);
        self.nodes.push(Node { number, weight, jam: 0, cell: CellId::default(), moves: Box::default() });
        if state.is_solved(self.maze.board) {
            return Ok(Some(id));
        }
        // 1. Its features and its moves, unless it is proved lost.
        let Some((survey, candidates)) = self.outlook.look(state, came.map(|(_, m, _)| m.to), meter)? else {
            return Ok(None);
        };
        self.progress.generated += candidates.len() as u64;
        // 2. The lightest of them waits in its cell for its turn.
        let weighed = weighed(&survey, &candidates, |s| self.outlook.area_of(s));
        let moves: Box<[(u32, Choice)]> =
            weighed.into_iter().map(|(weight, place)| (weight, Choice::of(&candidates[place]))).collect();
        meter.claim((size_of_val(&*moves) + size_of::<Node>() + Cells::<Waiting>::BYTES) as u64)?;
        let cell = self.cells.cell(self.layout.cell(survey.features));
        let node = &mut self.nodes[id.index()];
        (node.cell, node.jam, node.moves) = (cell, survey.features.jam, moves);
        self.wait(id, 0);
        Ok(Some(id))
    }

    /// Queues a move of a node.
    fn wait(&mut self, id: NodeId, rank: u16) {
        let node = &self.nodes[id.index()];
        if let Some((more, _)) = node.moves.get(usize::from(rank)) {
            self.cells.push(node.cell, (node.weight + more, node.jam), (id, rank));
        }
    }

    /// Single pushes from the start to a node.
    fn path(&mut self, last: NodeId) -> Vec<Push> {
        let mut line: Vec<NodeId> = std::iter::successors(Some(last), |&id| self.arena.came(id).map(|c| c.0)).collect();
        line.reverse();
        let mut pushes = Vec::new();
        for pair in line.windows(2) {
            let number = self.nodes[pair[1].index()].number;
            let from = self.arena.came(pair[1]).map(|(_, push)| push.from);
            if from.and_then(|from| self.outlook.follow(&self.arena.state(pair[0]), from, number)).is_some() {
                pushes.extend(self.outlook.pushes(number));
            }
        }
        pushes
    }
}

impl Search for FeatureSpace<'_> {
    type Solution = Vec<Push>;

    fn initialise(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let board = self.maze.board;
        let state = State::of(board, self.start, &mut Region::new(board.len()));
        self.add(&state, None, 0, meter)?;
        Ok(())
    }

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        if self.arena.len() == 1 && self.arena.state(NodeId(0)).is_solved(self.maze.board) {
            return Ok(Status::Found(Vec::new()));
        }
        // 1. The least move of the next cell.
        let Some(((weight, _), (id, rank))) = self.cells.pop() else { return Ok(Status::Exhausted) };
        meter.tick(Kind::Push)?;
        let Some(&(_, choice)) = self.nodes[id.index()].moves.get(usize::from(rank)) else {
            return Ok(Status::Running);
        };
        // 2. The move behind it waits for its own turn.
        self.wait(id, rank + 1);
        // 3. The position it leads to.
        let state = self.arena.state(id);
        let Choice { from, number } = choice;
        let Some((m, child)) = self.outlook.follow(&state, from, number) else { return Ok(Status::Running) };
        if self.arena.find(&child).is_some() {
            return Ok(Status::Running);
        }
        self.progress.expanded += 1;
        let solved = child.is_solved(self.maze.board);
        let added = self.add(&child, Some((id, m, number)), weight, meter)?;
        Ok(match added {
            Some(last) if solved => Status::Found(self.path(last)),
            _ => Status::Running,
        })
    }

    fn is_complete(&self) -> bool {
        !self.outlook.is_cut()
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.arena.len() as u64, pruned: self.outlook.pruned().total(), ..self.progress }
    }
}
