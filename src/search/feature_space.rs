//! Feature-space search: best-first in many queues at once.
//!
//! In comes a maze and a start; out come pushes that fill all goals. Positions fall into cells by their features: how
//! far packing has come, the boxes that cannot all be matched with goals any more, those in the way of the next one, the
//! regions that boxes cut the player's space into. The cells are visited in turn, see [`Cells`], and in each the move of
//! least weight is made, see [`weighed`]. Nothing is cut, so the search is complete (Shoham and Schaeffer 2020).

use super::advisers::{Candidate, weighed};
use super::{CellId, Cells, Layout, Pruner, Survey, Surveyor};
use crate::deadlock::{ClusterSearch, CorralSearch, Matching, PiCorral};
use crate::level::{Direction, Position, Square};
use crate::maze::{Maze, Place};
use crate::push::{Arena, BoxSet, Macro, Macros, NodeId, Play, Push, Region, State};
use crate::run::{Kind, Meter, Progress, Search, Status, Stop};

/// A move that waits: its node, and its rank among the node's moves.
type Waiting = (NodeId, u16);

/// What is kept of a node besides its state.
#[derive(Clone, Debug)]
struct Node {
    /// Where the pushed box went; the arena knows where it came from and which way it went last.
    to: Square,
    weight: u32,
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
    region: Region,
    macros: Macros,
    surveyor: Surveyor,
    pruner: Pruner,
    pi_corral: PiCorral,
    corral: CorralSearch,
    cluster: ClusterSearch,
    matching: Matching,
    moved: Matching,
    progress: Progress,
    /// Some position had more moves than are counted: then running dry proves nothing.
    is_cut: bool,
}

impl<'a> FeatureSpace<'a> {
    /// Nothing is searched yet.
    pub fn new(maze: &'a Maze<'a>, start: &'a Position, surveyor: Surveyor, layout: Layout) -> Self {
        let squares = maze.board.len();
        Self {
            maze,
            start,
            layout,
            arena: Arena::new(squares),
            nodes: Vec::new(),
            cells: Cells::new(),
            region: Region::new(squares),
            macros: Macros::new(squares),
            surveyor,
            pruner: Pruner::new(squares),
            pi_corral: PiCorral::new(squares),
            corral: CorralSearch::new(squares),
            cluster: ClusterSearch::new(squares),
            matching: Matching::default(),
            moved: Matching::default(),
            progress: Progress::default(),
            is_cut: false,
        }
    }

    /// All macro pushes of a state, in a fixed order; the region is left flooded.
    fn moves(&mut self, state: &State) -> Vec<(Choice, Macro)> {
        let board = self.maze.board;
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let movers = self.pi_corral.movers(self.maze, state, &self.region);
        let mut moves = Vec::new();
        for from in movers.iter() {
            let region = &self.region;
            let found = self.macros.of_box(self.maze, &state.boxes, from, |s| region.has(s), Play::Push);
            moves.extend((0..u16::MAX).zip(found).map(|(number, &m)| (Choice { from, number }, m)));
        }
        moves
    }

    /// The macro that a node remembers.
    fn chosen(&mut self, state: &State, choice: Choice) -> Option<Macro> {
        self.region.flood(self.maze.board, state.player, |s| state.boxes.has(s));
        let region = &self.region;
        let found = self.macros.of_box(self.maze, &state.boxes, choice.from, |s| region.has(s), Play::Push);
        found.get(usize::from(choice.number)).copied()
    }

    /// The state after a macro; the region is flooded anew.
    fn after(&mut self, state: &State, m: Macro) -> State {
        let mut boxes = state.boxes.clone();
        boxes.remove(m.from);
        boxes.insert(m.to);
        self.region.flood(self.maze.board, m.player(self.maze.board, false), |s| boxes.has(s));
        State { boxes, player: self.region.least() }
    }

    /// Adds a state that is new and not proved lost: ranks its moves and queues them in its cell.
    fn add(
        &mut self,
        state: &State,
        came: Option<(NodeId, Macro)>,
        weight: u32,
        meter: &mut Meter,
    ) -> Result<Option<NodeId>, Stop> {
        let pushed = came.map(|(parent, m)| (parent, Push { from: m.from, way: m.way }));
        let Some(id) = self.arena.insert(state, pushed, meter)? else { return Ok(None) };
        let to = came.map_or(Square(0), |(_, m)| m.to);
        self.nodes.push(Node { to, weight, cell: CellId::default(), moves: Box::default() });
        if state.is_solved(self.maze.board) {
            return Ok(Some(id));
        }
        // 1. Proofs that the position is lost.
        let boxes: Vec<Square> = state.boxes.iter().collect();
        let places: Vec<Place> = boxes.iter().map(|&b| self.maze.place(b, state.player)).collect();
        if self.matching.solve(&self.maze.distances, &places, meter)?.is_none() {
            self.pruner.pruned.matching += 1;
            return Ok(None);
        }
        if self.pruner.strands(self.maze, &state.boxes) {
            return Ok(None);
        }
        if self.corral.is_dead(self.maze, state) {
            self.pruner.pruned.corral += 1;
            return Ok(None);
        }
        if came.is_some_and(|(_, m)| self.cluster.is_dead(self.maze, state, m.to)) {
            self.pruner.pruned.cluster += 1;
            return Ok(None);
        }
        // 2. Its features and its moves, each with the features it leads to.
        self.region.flood(self.maze.board, state.player, |s| state.boxes.has(s));
        let survey = self.surveyor.survey(self.maze, &state.boxes, state.player);
        let candidates = self.candidates(state, &boxes, &survey, meter)?;
        self.progress.generated += candidates.len() as u64;
        // 3. The lightest of them waits in its cell for its turn.
        let weighed = weighed(&survey, &candidates, |s| self.surveyor.area_of(s));
        let moves: Box<[(u32, Choice)]> =
            weighed.into_iter().map(|(weight, place)| (weight, Choice::of(&candidates[place]))).collect();
        meter.claim((size_of_val(&*moves) + size_of::<Node>() + Cells::<Waiting>::BYTES) as u64)?;
        let cell = self.cells.cell(self.layout.cell(survey.features));
        let node = &mut self.nodes[id.index()];
        (node.cell, node.moves) = (cell, moves);
        self.wait(id, 0);
        Ok(Some(id))
    }

    /// Queues a move of a node.
    fn wait(&mut self, id: NodeId, rank: u16) {
        let node = &self.nodes[id.index()];
        if let Some((more, _)) = node.moves.get(usize::from(rank)) {
            self.cells.push(node.cell, node.weight + more, (id, rank));
        }
    }

    fn candidates(
        &mut self,
        state: &State,
        boxes: &[Square],
        survey: &Survey,
        meter: &Meter,
    ) -> Result<Vec<Candidate>, Stop> {
        let moves = self.moves(state);
        self.is_cut |= moves.len() >= usize::from(u16::MAX);
        let mut candidates = Vec::with_capacity(moves.len());
        let mut after = state.boxes.clone();
        for (index, (choice, m)) in moves.iter().take(u16::MAX.into()).enumerate() {
            if index % 256 == 255 {
                meter.check()?;
            }
            after.remove(m.from);
            after.insert(m.to);
            if !self.pruner.freezes(self.maze, &after, m.to) {
                let row = boxes.binary_search(&m.from).unwrap_or(0);
                let place = self.maze.place_pushed(m.to, m.way);
                if let Some(estimate) = self.matching.with_moved(&self.maze.distances, row, place, &mut self.moved) {
                    let features = self.surveyor.after(self.maze, survey, m);
                    let Choice { from, number } = *choice;
                    candidates.push(Candidate { from, number, to: m.to, features, estimate });
                }
            }
            after.remove(m.to);
            after.insert(m.from);
        }
        Ok(candidates)
    }

    /// Single pushes from the start to a node.
    fn path(&mut self, last: NodeId) -> Vec<Push> {
        let mut line: Vec<NodeId> = std::iter::successors(Some(last), |&id| self.arena.came(id).map(|c| c.0)).collect();
        line.reverse();
        let mut pushes = Vec::new();
        for pair in line.windows(2) {
            let state = self.arena.state(pair[0]);
            let Some((_, push)) = self.arena.came(pair[1]) else { continue };
            pushes.extend(self.pushes_of(&state, push.from, self.nodes[pair[1].index()].to, push.way));
        }
        pushes
    }

    fn pushes_of(&mut self, state: &State, from: Square, to: Square, way: Direction) -> Vec<Push> {
        self.region.flood(self.maze.board, state.player, |s| state.boxes.has(s));
        let after: BoxSet = {
            let mut boxes = state.boxes.clone();
            boxes.remove(from);
            boxes.insert(to);
            boxes
        };
        let board = self.maze.board;
        let mut ended = Region::new(board.len());
        ended.flood(board, board.next(to, way.opposite()).unwrap_or(to), |s| after.has(s));
        let region = &self.region;
        let found = self.macros.of_box(self.maze, &state.boxes, from, |s| region.has(s), Play::Push);
        let index = found.iter().position(|m| m.to == to && ended.has(m.player(board, false)));
        index.map_or_else(Vec::new, |index| self.macros.pushes(board, index))
    }
}

impl Search for FeatureSpace<'_> {
    type Solution = Vec<Push>;

    fn initialise(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let state = State::of(self.maze.board, self.start, &mut self.region);
        self.add(&state, None, 0, meter)?;
        Ok(())
    }

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        if self.arena.len() == 1 && self.arena.state(NodeId(0)).is_solved(self.maze.board) {
            return Ok(Status::Found(Vec::new()));
        }
        // 1. The least move of the next cell.
        let Some((weight, (id, rank))) = self.cells.pop() else { return Ok(Status::Exhausted) };
        meter.tick(Kind::Push)?;
        let Some(&(_, choice)) = self.nodes[id.index()].moves.get(usize::from(rank)) else {
            return Ok(Status::Running);
        };
        // 2. The move behind it waits for its own turn.
        self.wait(id, rank + 1);
        // 3. The position it leads to.
        let state = self.arena.state(id);
        let Some(m) = self.chosen(&state, choice) else { return Ok(Status::Running) };
        let child = self.after(&state, m);
        if self.arena.find(&child).is_some() {
            return Ok(Status::Running);
        }
        self.progress.expanded += 1;
        let solved = child.is_solved(self.maze.board);
        let added = self.add(&child, Some((id, m)), weight, meter)?;
        Ok(match added {
            Some(last) if solved => Status::Found(self.path(last)),
            _ => Status::Running,
        })
    }

    fn is_complete(&self) -> bool {
        !self.is_cut
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.arena.len() as u64, pruned: self.pruner.pruned.total(), ..self.progress }
    }
}
