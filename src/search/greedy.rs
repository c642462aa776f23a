//! Greedy best-first search over pushes, by the least matching of boxes to goals.
//!
//! In comes a maze and a start; out come pushes that fill all goals, not the fewest. Complete: every push that is not
//! provably lost, or provably put off without harm (PI-corrals), is kept. It knows no rooms and no order of goals.

use super::{Perimeter, Pruned, Pruner, PushSearch};
use crate::deadlock::{Matching, PiCorral};
use crate::level::{Position, Square};
use crate::maze::{Maze, Place};
use crate::push::{Arena, NodeId, Push, Region, State};
use crate::run::{Held, Kind, Meter, Progress, Search, Status, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What waits for expansion: least priority first, and among equals the newest.
type Waiting = (Reverse<u32>, NodeId, u32);

/// The search; see the module.
#[derive(Debug)]
pub struct Greedy<'a> {
    maze: &'a Maze<'a>,
    arena: Arena,
    perimeter: Perimeter,
    open: BinaryHeap<Waiting>,
    held: Held,
    region: Region,
    pruner: Pruner,
    corral: PiCorral,
    matching: Matching,
    moved: Matching,
    progress: Progress,
}

impl<'a> Greedy<'a> {
    /// How much the estimate outweighs the pushes made.
    const WEIGHT: u32 = 3;

    /// With the start alone.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(maze: &'a Maze<'a>, start: &Position, perimeter: Perimeter, meter: &mut Meter) -> Result<Self, Stop> {
        let squares = maze.board.len();
        let mut search = Self {
            maze,
            arena: Arena::new(squares),
            perimeter,
            open: BinaryHeap::new(),
            held: Held::default(),
            region: Region::new(squares),
            pruner: Pruner::new(squares),
            corral: PiCorral::new(squares),
            matching: Matching::default(),
            moved: Matching::default(),
            progress: Progress::default(),
        };
        let state = State::of(maze.board, start, &mut search.region);
        let places = search.places(&start.boxes, start.player);
        if let Some(estimate) = search.matching.solve(&maze.distances, &places, meter)? {
            search.reserve(1, meter)?;
            if let Some(root) = search.arena.insert(&state, None, meter)? {
                search.enqueue(root, estimate, 0);
            }
        }
        Ok(search)
    }

    /// Makes room for so many states that wait.
    fn reserve(&mut self, more: usize, meter: &Meter) -> Result<(), Stop> {
        self.arena.reserve(more, meter)?;
        self.held.heap(&mut self.open, more, meter)
    }

    fn places(&self, boxes: &[Square], player: Square) -> Vec<Place> {
        boxes.iter().map(|&b| self.maze.place(b, player)).collect()
    }

    fn enqueue(&mut self, id: NodeId, estimate: u32, pushes: u32) {
        self.open.push((Reverse(estimate.saturating_mul(Self::WEIGHT).saturating_add(pushes)), id, pushes));
        self.progress.best_estimate = Some(self.progress.best_estimate.map_or(estimate, |b| b.min(estimate)));
    }

    /// The pushes worth trying in a state; the region is left flooded.
    fn pushes(&mut self, state: &State) -> Vec<Push> {
        self.region.flood(self.maze.board, state.player, |s| state.boxes.has(s));
        let mut pushes: Vec<Push> = state.pushes(self.maze.board, &self.region).collect();
        self.corral.prune(self.maze, &state.boxes, &self.region, &mut pushes);
        pushes
    }

    /// Adds the states that pushes lead to, for which there is room; returns all pushes of a solution, where one of them
    /// knows the rest. The matching is that of the state.
    fn expand(
        &mut self,
        (id, state): (NodeId, &State),
        boxes: &[Square],
        pushes: Vec<Push>,
        pushes_made: u32,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Push>>, Stop> {
        for push in pushes {
            self.progress.generated += 1;
            let Some(to) = self.maze.board.next(push.from, push.way) else { continue };
            if self.pruner.kills_box(self.maze, push, to) {
                continue;
            }
            let after = state.boxes_after(self.maze.board, push);
            if self.pruner.freezes(self.maze, &after, to) {
                continue;
            }
            let child = State::with(self.maze.board, after, push.from, &mut self.region);
            if self.arena.find(&child).is_some() {
                continue;
            }
            let row = boxes.binary_search(&push.from).unwrap_or(0);
            let place = self.maze.place_pushed(to, push.way);
            let estimate = self.matching.with_moved(&self.maze.distances, row, place, &mut self.moved);
            let Some(estimate) = estimate else {
                self.pruner.pruned.matching += 1;
                continue;
            };
            let Some(number) = self.arena.insert(&child, Some((id, push)), meter)? else { continue };
            if let Some(rest) = self.perimeter.rest(self.maze.board, &child) {
                return Ok(Some([self.arena.path(number), rest].concat()));
            }
            self.enqueue(number, estimate, pushes_made + 1);
        }
        Ok(None)
    }
}

impl Search for Greedy<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        // 1. The most promising state that waits.
        let Some(&(_, id, pushes_made)) = self.open.peek() else { return Ok(Status::Exhausted) };
        // 2. Its pushes, the matching, room for what the pushes lead to.
        let state = self.arena.state(id);
        let pushes = self.pushes(&state);
        let boxes: Vec<Square> = state.boxes.iter().collect();
        let places = self.places(&boxes, state.player);
        self.matching.solve(&self.maze.distances, &places, meter)?;
        self.reserve(pushes.len(), meter)?;
        meter.tick(Kind::Push)?;
        self.open.pop();
        self.progress.expanded += 1;
        // 3. Solved from the start?
        if pushes_made == 0 && state.is_solved(self.maze.board) {
            return Ok(Status::Found(Vec::new()));
        }
        // 4. The first push that fills the last goal, or comes to the perimeter, ends it.
        let found = self.expand((id, &state), &boxes, pushes, pushes_made, meter)?;
        Ok(found.map_or(Status::Running, Status::Found))
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.arena.len() as u64, pruned: self.pruner.pruned.total(), ..self.progress }
    }
}

impl PushSearch for Greedy<'_> {
    fn pruned(&self) -> Pruned {
        self.pruner.pruned
    }
}
