//! Feature-space search: best-first in many queues at once.
//!
//! In comes a maze and a start; out come pushes that fill all goals. Positions fall into cells by their features:
//! boxes packed, regions that boxes cut the player's space into, ways between areas that boxes close. The cells are
//! visited in turn, and in each the move of least weight is made. A move that an adviser proposes weighs nothing, any
//! other weighs one; so nothing is cut, and the search is complete (Shoham and Schaeffer 2020).

use super::Pruner;
use super::features::{Features, Layout, Survey, Surveyor};
use crate::deadlock::{ClusterSearch, CorralSearch, Matching, PiCorral};
use crate::level::{Direction, Position, Square};
use crate::maze::{Maze, Place};
use crate::push::{Arena, BoxSet, Macro, Macros, NodeId, Play, Push, Region, State};
use crate::run::{Kind, Meter, Progress, Search, Status, Stop};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A move that waits: its weight, its turn among equals, its node, and its rank among the node's moves.
type Waiting = (Reverse<(u32, u64)>, NodeId, u16);

/// What is kept of a node besides its state.
#[derive(Clone, Debug)]
struct Node {
    /// Where the pushed box went; the arena knows where it came from and which way it went last.
    to: Square,
    weight: u32,
    cell: u32,
    /// Its moves from good to bad.
    moves: Box<[Choice]>,
}

/// A move as a node remembers it: the box, and the number of the macro among those of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    from: Square,
    number: u16,
}

/// The search; see the module.
#[derive(Debug)]
pub struct FeatureSpace<'a> {
    maze: &'a Maze<'a>,
    start: &'a Position,
    layout: Layout,
    arena: Arena,
    nodes: Vec<Node>,
    cells: IndexMap<Features, BinaryHeap<Waiting>, FxBuildHasher>,
    next_cell: usize,
    visits: u64,
    turn: u64,
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

/// A child as its parent sees it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    choice: Choice,
    features: Features,
    estimate: u32,
    to: Square,
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
            cells: IndexMap::default(),
            next_cell: 0,
            visits: 0,
            turn: 0,
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
        let mut first: Vec<Push> = state.pushes(board, &self.region).collect();
        let all = first.len();
        self.pi_corral.prune(self.maze, &state.boxes, &self.region, &mut first);
        // A corral must be worked on: its boxes are enough, and what they do next is left open.
        let is_enough = |b: Square| first.len() == all || first.iter().any(|push| push.from == b);
        let mut moves = Vec::new();
        for from in state.boxes.iter().filter(|&b| is_enough(b)) {
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
        self.nodes.push(Node { to, weight, cell: 0, moves: Box::default() });
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
        let features = survey.features;
        let candidates = self.candidates(state, &boxes, &survey);
        self.progress.generated += candidates.len() as u64;
        // 3. The advisers' moves weigh nothing.
        let advised = Self::advised(&survey, &candidates);
        let ranked = Self::ranked(&candidates);
        meter.claim((ranked.len() * size_of::<Choice>() + size_of::<Node>() + 3 * size_of::<Waiting>()) as u64)?;
        let cell = self.cell(features);
        for &candidate in &advised {
            let rank = ranked.iter().position(|&choice| choice == candidate).unwrap_or(0);
            self.queue(cell, weight, id, rank);
        }
        if !ranked.is_empty() {
            self.queue(cell, weight + 1, id, 0);
        }
        let node = &mut self.nodes[id.index()];
        (node.cell, node.moves) = (cell, ranked);
        Ok(Some(id))
    }

    fn cell(&mut self, features: Features) -> u32 {
        let entry = self.cells.entry(self.layout.cell(features));
        let index = entry.index();
        entry.or_default();
        u32::try_from(index).unwrap_or(0)
    }

    fn queue(&mut self, cell: u32, weight: u32, node: NodeId, rank: usize) {
        self.turn += 1;
        let rank = u16::try_from(rank).unwrap_or(u16::MAX);
        if let Some((_, heap)) = self.cells.get_index_mut(cell as usize) {
            heap.push((Reverse((weight, self.turn)), node, rank));
        }
    }

    fn candidates(&mut self, state: &State, boxes: &[Square], survey: &Survey) -> Vec<Candidate> {
        let moves = self.moves(state);
        self.is_cut |= moves.len() >= usize::from(u16::MAX);
        let mut candidates = Vec::with_capacity(moves.len());
        let mut after = state.boxes.clone();
        for (choice, m) in moves.iter().take(u16::MAX.into()) {
            after.remove(m.from);
            after.insert(m.to);
            if !self.pruner.freezes(self.maze, &after, m.to) {
                let row = boxes.binary_search(&m.from).unwrap_or(0);
                let place = self.maze.place_pushed(m.to, m.way);
                if let Some(estimate) = self.matching.with_moved(&self.maze.distances, row, place, &mut self.moved) {
                    let features = self.surveyor.after(self.maze, survey, m);
                    candidates.push(Candidate { choice: *choice, features, estimate, to: m.to });
                }
            }
            after.remove(m.to);
            after.insert(m.from);
        }
        candidates
    }

    /// At most one move each: for packing, for the player's space, for the ways between areas, and for the matching.
    fn advised(survey: &Survey, candidates: &[Candidate]) -> Vec<Choice> {
        let now = survey.features;
        let mut advised = Vec::new();
        let mut advise = |best: Option<&Candidate>| {
            if let Some(best) = best.filter(|b| !advised.contains(&b.choice)) {
                advised.push(best.choice);
            }
        };
        let packs = candidates.iter().filter(|c| c.features.packed > now.packed);
        advise(packs.min_by_key(|c| {
            (c.features.stranded, Reverse(c.features.packed), c.features.regions, c.features.closed, c.estimate)
        }));
        let opens = candidates.iter().filter(|c| c.features.regions < now.regions);
        advise(opens.min_by_key(|c| {
            (c.features.stranded, c.features.regions, Reverse(c.features.packed), c.features.closed, c.estimate)
        }));
        let links = candidates.iter().filter(|c| c.features.closed < now.closed && c.features.packed >= now.packed);
        advise(links.min_by_key(|c| (c.features.stranded, c.features.closed, c.features.regions, c.estimate)));
        let keeps = candidates.iter().filter(|c| c.features.packed >= now.packed);
        advise(keeps.min_by_key(|c| (c.features.stranded, c.estimate, c.features.regions)));
        let clears = candidates.iter().filter(|c| c.features.obstacles < now.obstacles);
        advise(clears.min_by_key(|c| {
            (c.features.stranded, c.features.obstacles, Reverse(c.features.packed), c.features.regions, c.features.closed, c.estimate)
        }));
        if let Some(route) = &survey.route {
            let goes = candidates.iter().filter(|c| c.choice.from == route.from).filter_map(|c| Some((route.stations.iter().position(|&s| s == c.to)?, c)));
            advise(goes.max_by_key(|(p, c)| (*p, Reverse(c.features.regions))).map(|(_, c)| c));
        }
        let saves = candidates.iter().filter(|c| c.features.stranded < now.stranded);
        advise(saves.min_by_key(|c| (c.features.stranded, Reverse(c.features.packed), c.features.regions, c.estimate)));
        advised
    }

    fn ranked(candidates: &[Candidate]) -> Box<[Choice]> {
        let mut order: Vec<&Candidate> = candidates.iter().collect();
        order
            .sort_by_key(|c| (Reverse(c.features.packed), c.features.regions, c.features.closed, c.estimate, c.choice));
        order.iter().map(|c| c.choice).collect()
    }

    /// Every other time the best cell that has a move waiting, else the next in turn.
    fn next(&mut self) -> Option<Waiting> {
        self.visits += 1;
        if self.visits.is_multiple_of(2) {
            let waits = self.cells.iter().enumerate().filter(|(_, (_, heap))| !heap.is_empty());
            let best = waits.min_by_key(|(_, (cell, _))| (cell.stranded, cell.obstacles == u16::MAX, Reverse(cell.packed), cell.obstacles, cell.regions))?.0;
            return self.cells.get_index_mut(best).and_then(|(_, heap)| heap.pop());
        }
        for _ in 0..self.cells.len() {
            let cell = self.next_cell % self.cells.len();
            self.next_cell = cell + 1;
            if let Some(waiting) = self.cells.get_index_mut(cell).and_then(|(_, heap)| heap.pop()) {
                return Some(waiting);
            }
        }
        None
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
        let Some((Reverse((weight, _)), id, rank)) = self.next() else { return Ok(Status::Exhausted) };
        meter.tick(Kind::Push)?;
        let (cell, moves) = (self.nodes[id.index()].cell, &self.nodes[id.index()].moves);
        let Some(&choice) = moves.get(usize::from(rank)) else { return Ok(Status::Running) };
        // 2. The move behind it waits for its own turn.
        let is_advised = weight == self.nodes[id.index()].weight;
        if !is_advised && usize::from(rank) + 1 < moves.len() {
            self.queue(cell, weight, id, usize::from(rank) + 1);
        }
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
