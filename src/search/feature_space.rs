//! Feature-space search: best-first in many queues at once.
//!
//! In comes a maze and a start; out come pushes that fill all goals. Positions fall into cells by their features: how
//! far packing has come, the boxes that cannot all be matched with goals any more, those in the way of the next one, the
//! regions that boxes cut the player's space into. The cells are visited in turn, see [`Cells`], and in each the move of
//! least weight is made, see [`weighed`]. Nothing is cut, so the search is complete (Shoham and Schaeffer 2020).

use super::advisers::{Candidate, weighed};
use super::{CellId, Cells, Layout, Movers, Outlook, Perimeter, PushSearch, Surveyor};
use crate::deadlock::Refused;
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
    /// Moves that are not known to lead to lost positions.
    live: usize,
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
    perimeter: Perimeter,
    nodes: Vec<Node>,
    cells: Cells<Waiting>,
    outlook: Outlook<'a>,
    progress: Progress,
}

impl<'a> FeatureSpace<'a> {
    /// Nothing is searched yet.
    pub fn new(maze: &'a Maze<'a>, start: &'a Position, surveyor: Surveyor, perimeter: Perimeter) -> Self {
        let layout = surveyor.setting.layout;
        Self {
            maze,
            start,
            layout,
            arena: Arena::new(maze.board.len()),
            perimeter,
            nodes: Vec::new(),
            cells: Cells::new(),
            outlook: Outlook::new(maze, surveyor, Movers::Enough),
            progress: Progress::default(),
        }
    }

    /// The node of a state. Where it is new and not proved lost, its moves are ranked and wait in its cell.
    fn add(
        &mut self,
        state: &State,
        came: Option<(NodeId, Macro, u16)>,
        weight: u32,
        meter: &mut Meter,
    ) -> Result<NodeId, Stop> {
        let pushed = came.map(|(parent, m, _)| (parent, Push { from: m.from, way: m.way }));
        let Some(id) = self.arena.insert(state, pushed, meter)? else {
            return Ok(self.arena.find(state).unwrap_or(NodeId(0)));
        };
        self.progress.expanded += u64::from(came.is_some());
        let number = came.map_or(0, |(.., number)| number);
        self.nodes.push(Node { number, weight, live: 0, jam: 0, cell: CellId::default(), moves: Box::default() });
        if state.is_solved(self.maze.board) {
            return Ok(id);
        }
        // 1. Its features and its moves, unless it is proved lost.
        let Some((survey, candidates)) = self.outlook.look(state, came.map(|(_, m, _)| m.to), meter)? else {
            return Ok(id);
        };
        self.progress.generated += candidates.len() as u64;
        // 2. The lightest of them waits in its cell for its turn.
        let weighed = weighed(&survey, &candidates, |s| self.outlook.area_of(s));
        let moves: Box<[(u32, Choice)]> =
            weighed.into_iter().map(|(weight, place)| (weight, Choice::of(&candidates[place]))).collect();
        meter.claim((size_of_val(&*moves) + size_of::<Node>() + Cells::<Waiting>::BYTES) as u64)?;
        let cell = self.cells.cell(self.layout.cell(survey.features));
        let node = &mut self.nodes[id.index()];
        (node.cell, node.jam, node.live, node.moves) = (cell, survey.features.jam, moves.len(), moves);
        self.wait(id, 0);
        Ok(id)
    }

    /// Queues a move of a node.
    fn wait(&mut self, id: NodeId, rank: u16) {
        let node = &self.nodes[id.index()];
        if let Some((more, _)) = node.moves.get(usize::from(rank)) {
            self.cells.push(node.cell, (node.weight + more, node.jam), (id, rank));
        }
    }

    /// One more move of a node leads to a lost position. Where it was the last, the node is lost too, and so on up.
    fn bury(&mut self, node: Option<NodeId>, meter: &mut Meter) -> Result<(), Stop> {
        let mut above = node;
        while let Some(id) = above {
            let node = &mut self.nodes[id.index()];
            node.live = node.live.saturating_sub(1);
            if node.live > 0 {
                break;
            }
            self.outlook.study(&self.arena.state(id), meter)?;
            above = self.parent(id);
        }
        Ok(())
    }

    fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.arena.came(id).map(|(parent, _)| parent)
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
        // 2. What was learned since may have settled the position it is made in.
        let state = self.arena.state(id);
        if self.outlook.is_known_lost(&state, meter)? {
            self.nodes[id.index()].live = 0;
            self.bury(self.parent(id), meter)?;
            return Ok(Status::Running);
        }
        // 3. The move behind it waits for its own turn.
        self.wait(id, rank + 1);
        // 4. The position it leads to; where it is lost, that may settle this one.
        let Choice { from, number } = choice;
        let Some((m, child)) = self.outlook.follow(&state, from, number) else { return Ok(Status::Running) };
        let added = self.add(&child, Some((id, m, number)), weight, meter)?;
        if let Some(rest) = self.perimeter.rest(self.maze.board, &child) {
            return Ok(Status::Found([self.path(added), rest].concat()));
        }
        if self.nodes[added.index()].live == 0 {
            self.bury(Some(id), meter)?;
        }
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        !self.outlook.is_cut()
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.arena.len() as u64, pruned: self.outlook.total_refused(), ..self.progress }
    }
}

impl PushSearch for FeatureSpace<'_> {
    fn refused(&self) -> Refused {
        self.outlook.refused()
    }
}
