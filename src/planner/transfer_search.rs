//! Best-first search over transfers, in many queues at once.
//!
//! In comes a start; out comes a chain of realised transfers that ends with every goal filled. An operator takes one box
//! from an area to another (or inside one), and is realised at once: the box is pushed while all others stand still. The
//! positions it may lead to are its outcomes, and the better ones come first. Positions fall into cells by what they
//! look like from afar, and the cells have their turns (Shoham and Schaeffer 2020 for single boxes; here for areas).
//! Incomplete: a transfer has a few outcomes only.

use super::{Ground, Realised, Solution, Step};
use crate::abstraction::Label;
use crate::deadlock::{CorralSearch, Matching};
use crate::level::{Position, Square};
use crate::maze::{AreaId, Place};
use crate::push::{BoxSet, Macro, Macros, Play, Push, Region, State};
use crate::run::{Kind, Meter, Progress, Search, Status, Stop};
use crate::search::{Features, Layout, Packing, Pruner, Surveyor};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A transfer that waits: its weight, its turn among equals, its node, and its rank among the node's.
type Waiting = (Reverse<(u32, u64)>, u32, u16);

#[derive(Debug)]
struct Node {
    state: State,
    came: Option<(u32, Step, Box<[Push]>)>,
    weight: u32,
    cell: usize,
    moves: Box<[Move]>,
}

/// An outcome of a transfer: the box, the number of the macro among those of the box, and what it weighs.
#[derive(Clone, Copy, Debug)]
struct Move {
    from: Square,
    number: u16,
    weight: u32,
}

#[derive(Clone, Debug)]
struct Candidate {
    from: Square,
    number: u16,
    ends: (AreaId, AreaId),
    features: Features,
    estimate: u32,
}

/// The search; see the module.
#[derive(Debug)]
pub struct TransferSearch<'g> {
    ground: &'g Ground<'g>,
    start: Position,
    layout: Layout,
    nodes: Vec<Node>,
    seen: FxHashSet<(BoxSet, u16)>,
    cells: IndexMap<Features, BinaryHeap<Waiting>, FxBuildHasher>,
    next_cell: usize,
    visits: u64,
    turn: u64,
    region: Region,
    macros: Macros,
    surveyor: Surveyor,
    pruner: Pruner,
    corral: CorralSearch,
    matching: Matching,
    moved: Matching,
    progress: Progress,
}

impl<'g> TransferSearch<'g> {
    const MOST_OUTCOMES: u32 = 6;

    /// Nothing is searched yet.
    pub fn new(ground: &'g Ground<'g>, start: Position, layout: Layout) -> Self {
        let squares = ground.maze.board.len();
        let packing = Packing::new(ground.maze, &start);
        Self {
            surveyor: Surveyor::new(ground.maze, ground.areas, packing),
            ground,
            start,
            layout,
            nodes: Vec::new(),
            seen: FxHashSet::default(),
            cells: IndexMap::default(),
            next_cell: 0,
            visits: 0,
            turn: 0,
            region: Region::new(squares),
            macros: Macros::new(squares),
            pruner: Pruner::new(squares),
            corral: CorralSearch::new(squares),
            matching: Matching::default(),
            moved: Matching::default(),
            progress: Progress::default(),
        }
    }

    fn add(
        &mut self,
        state: State,
        came: Option<(u32, Step, Box<[Push]>)>,
        weight: u32,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Stop> {
        let maze = self.ground.maze;
        if !self.seen.insert((state.boxes.clone(), state.player.0)) {
            return Ok(None);
        }
        let Ok(number) = u32::try_from(self.nodes.len()) else { return Err(Stop::MemoryLimit) };
        meter.claim(300)?;
        let boxes: Vec<Square> = state.boxes.iter().collect();
        let places: Vec<Place> = boxes.iter().map(|&b| maze.place(b, state.player)).collect();
        if self.matching.solve(&maze.distances, &places, meter)?.is_none()
            || self.pruner.strands(maze, &state.boxes)
            || self.corral.is_dead(maze, &state)
        {
            self.progress.pruned += 1;
            return Ok(None);
        }
        self.region.flood(maze.board, state.player, |s| state.boxes.has(s));
        let survey = self.surveyor.survey(maze, &state.boxes);
        let candidates = self.candidates(&state, &boxes, &survey);
        let moves = Self::ranked(survey.features, candidates);
        let entry = self.cells.entry(self.layout.cell(survey.features));
        let cell = entry.index();
        entry.or_default();
        self.nodes.push(Node { state, came, weight, cell, moves });
        self.queue(number, 0);
        Ok(Some(number))
    }

    fn queue(&mut self, number: u32, rank: usize) {
        let node = &self.nodes[number as usize];
        let Some(next) = node.moves.get(rank) else { return };
        self.turn += 1;
        let waiting = (Reverse((node.weight + next.weight, self.turn)), number, rank as u16);
        if let Some((_, heap)) = self.cells.get_index_mut(node.cell) {
            heap.push(waiting);
        }
    }

    fn candidates(
        &mut self,
        state: &State,
        boxes: &[Square],
        survey: &crate::search::Survey,
    ) -> Vec<Candidate> {
        let maze = self.ground.maze;
        let mut candidates = Vec::new();
        let mut after = state.boxes.clone();
        for (row, &from) in boxes.iter().enumerate() {
            let region = &self.region;
            let found = self.macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Push);
            for (number, m) in (0..u16::MAX).zip(found) {
                after.remove(m.from);
                after.insert(m.to);
                if !self.pruner.freezes(maze, &after, m.to) {
                    let place = maze.place_pushed(m.to, m.way);
                    if let Some(estimate) = self.matching.with_moved(&maze.distances, row, place, &mut self.moved) {
                        let features = self.surveyor.after(maze, survey, m);
                        let ends = (self.ground.areas.area_of(m.from), self.ground.areas.area_of(m.to));
                        candidates.push(Candidate { from, number, ends, features, estimate });
                    }
                }
                after.remove(m.to);
                after.insert(m.from);
            }
        }
        self.progress.generated += candidates.len() as u64;
        candidates
    }

    /// The outcomes of each transfer from good to bad, each weighing one more than the one before; what changes the
    /// features for the better weighs nothing.
    fn ranked(now: Features, mut candidates: Vec<Candidate>) -> Box<[Move]> {
        candidates.sort_by_key(|c| {
            (c.features.stranded, Reverse(c.features.packed), c.features.regions, c.features.closed, c.estimate, c.from, c.number)
        });
        let advised = advised(now, &candidates);
        let mut taken: FxHashMap<(AreaId, AreaId), u32> = FxHashMap::default();
        let mut moves = Vec::new();
        for (index, c) in candidates.iter().enumerate() {
            let weight = if advised.contains(&index) {
                0
            } else {
                let rank = taken.entry(c.ends).or_default();
                *rank += 1;
                *rank
            };
            if weight <= Self::MOST_OUTCOMES {
                moves.push(Move { from: c.from, number: c.number, weight });
            }
        }
        moves.sort_by_key(|m| m.weight);
        moves.into()
    }

    fn next(&mut self) -> Option<Waiting> {
        self.visits += 1;
        if self.visits.is_multiple_of(2) {
            let waits = self.cells.iter().enumerate().filter(|(_, (_, heap))| !heap.is_empty());
            let best = waits.min_by_key(|(_, (cell, _))| (cell.stranded, Reverse(cell.packed), cell.regions))?.0;
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

    /// Carries out an outcome.
    fn realise(&mut self, state: &State, chosen: Move) -> Option<(State, Step, Box<[Push]>)> {
        let maze = self.ground.maze;
        self.region.flood(maze.board, state.player, |s| state.boxes.has(s));
        let region = &self.region;
        let found = self.macros.of_box(maze, &state.boxes, chosen.from, |s| region.has(s), Play::Push);
        let m: Macro = *found.get(usize::from(chosen.number))?;
        let pushes = self.macros.pushes(maze.board, chosen.number.into());
        let mut boxes = state.boxes.clone();
        boxes.remove(m.from);
        boxes.insert(m.to);
        self.region.flood(maze.board, m.player(maze.board, false), |s| boxes.has(s));
        let step = self.step_of(&pushes, m.to);
        Some((State { boxes, player: self.region.least() }, step, pushes.into()))
    }

    fn step_of(&self, pushes: &[Push], to: Square) -> Step {
        let areas = self.ground.areas;
        let mut route: Vec<AreaId> = pushes.iter().map(|push| areas.area_of(push.from)).chain([areas.area_of(to)]).collect();
        route.dedup();
        if route.len() == 1 { Step::Arrange(route[0]) } else { Step::Transfer(route) }
    }

    fn solution(&self, number: u32) -> Solution {
        let mut steps = Vec::new();
        let mut at = number;
        while let Some((parent, step, pushes)) = &self.nodes[at as usize].came {
            steps.push(Realised {
                step: step.clone(),
                pushes: pushes.to_vec(),
                position: *parent as usize,
                label: Label::Context,
            });
            at = *parent;
        }
        steps.reverse();
        steps
    }
}

/// At most one each: for packing, for the player's space, for the ways between areas, and for the matching.
fn advised(now: Features, candidates: &[Candidate]) -> Vec<usize> {
    let mut advised = Vec::new();
    let all = || candidates.iter().enumerate();
    let packs = all().filter(|(_, c)| c.features.packed > now.packed);
    advised.extend(packs.min_by_key(|(_, c)| {
        (c.features.stranded, Reverse(c.features.packed), c.features.regions, c.features.closed, c.estimate)
    }));
    let opens = all().filter(|(_, c)| c.features.regions < now.regions);
    advised.extend(opens.min_by_key(|(_, c)| {
        (c.features.stranded, c.features.regions, Reverse(c.features.packed), c.features.closed, c.estimate)
    }));
    let links = all().filter(|(_, c)| c.features.closed < now.closed && c.features.packed >= now.packed);
    advised.extend(links.min_by_key(|(_, c)| (c.features.stranded, c.features.closed, c.features.regions, c.estimate)));
    let keeps = all().filter(|(_, c)| c.features.packed >= now.packed);
    advised.extend(keeps.min_by_key(|(_, c)| (c.features.stranded, c.estimate, c.features.regions)));
    let saves = all().filter(|(_, c)| c.features.stranded < now.stranded);
    advised.extend(saves.min_by_key(|(_, c)| {
        (c.features.stranded, Reverse(c.features.packed), c.features.regions, c.estimate)
    }));
    advised.into_iter().map(|(index, _)| index).collect()
}

impl Search for TransferSearch<'_> {
    type Solution = Solution;

    fn initialise(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let state = State::of(self.ground.maze.board, &self.start, &mut self.region);
        self.add(state, None, 0, meter)?;
        Ok(())
    }

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Solution>, Stop> {
        let Some((Reverse((weight, _)), number, rank)) = self.next() else { return Ok(Status::Exhausted) };
        meter.tick(Kind::Plan)?;
        let node = &self.nodes[number as usize];
        let chosen = node.moves[usize::from(rank)];
        let state = node.state.clone();
        self.queue(number, usize::from(rank) + 1);
        meter.tick(Kind::Push)?;
        let Some((child, step, pushes)) = self.realise(&state, chosen) else { return Ok(Status::Running) };
        self.progress.expanded += 1;
        let solved = child.is_solved(self.ground.maze.board);
        Ok(match self.add(child, Some((number, step, pushes)), weight, meter)? {
            Some(last) if solved => Status::Found(self.solution(last)),
            _ => Status::Running,
        })
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.len() as u64, ..self.progress }
    }
}
