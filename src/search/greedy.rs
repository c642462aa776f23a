//! Greedy best-first search over pushes, by the minimum-cost matching of boxes and goals.
//!
//! Output: pushes that fill all goals, not the fewest. Complete: only pushes are left out that lose the level, or that
//! can provably be made later (PI-corrals). It uses no rooms and no order of goals. Its estimate is the heuristic
//! `best` of [`crate::HeuristicSet`], computed for successors by one augmentation each.

use super::{Perimeter, PiCorral, PushSearch};
use crate::deadlock::rules::Matching;
use crate::deadlock::{Detector, Known, Refused, RuleSet, View};
use crate::heuristic::MinCostMatching;
use crate::level::{Position, Square};
use crate::maze::{Maze, Place};
use crate::push::{Arena, NodeId, Push, Region, State};
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An open node: least priority first, and among equals the newest, with the pushes made.
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
    rules: Detector<'a>,
    corral: PiCorral,
    matching: MinCostMatching,
    moved: MinCostMatching,
    progress: Progress,
}

impl<'a> Greedy<'a> {
    /// The weight of the estimate against the pushes made. Not tuned: trades the length of solutions for time.
    const WEIGHT: u32 = 3;
    /// The estimate where there are too few goals, and that is no reason to refuse a push.
    const UNMATCHED: u32 = u32::MAX;

    /// Opens the start.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        perimeter: Perimeter,
        rules: &RuleSet,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let squares = maze.board.len();
        let mut search = Self {
            maze,
            arena: Arena::new(squares),
            perimeter,
            open: BinaryHeap::new(),
            held: Held::default(),
            region: Region::new(squares),
            rules: Detector::new(rules, &Known::of(maze)),
            corral: PiCorral::new(squares),
            matching: MinCostMatching::default(),
            moved: MinCostMatching::default(),
            progress: Progress::default(),
        };
        let state = State::of(maze.board, start, &mut search.region);
        let places = search.places(&start.boxes, start.player);
        let estimate = search.matching.solve(&maze.distances, &places, meter)?;
        if estimate.is_some() || !search.rules.has(Matching::ID) {
            search.reserve(1, meter)?;
            if let Some(root) = search.arena.insert(&state, None, meter)? {
                search.enqueue(root, estimate.unwrap_or(Self::UNMATCHED), 0);
            }
        }
        Ok(search)
    }

    /// Makes room for `more` open states.
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

    /// The pushes of a state after PI-corral pruning; the region is left flooded.
    fn pushes(&mut self, state: &State) -> Vec<Push> {
        self.region.flood(self.maze.board, state.player, |s| state.boxes.has(s));
        let mut pushes: Vec<Push> = state.pushes(self.maze.board, &self.region).collect();
        self.corral.prune(self.maze, &state.boxes, &self.region, &mut pushes);
        pushes
    }

    /// Counts a node, and returns whether it is lost by the rules about whole positions. After an error nothing is
    /// counted.
    fn is_lost(&mut self, id: NodeId, state: &State, is_matched: bool, meter: &mut Meter) -> Result<bool, Stop> {
        self.rules.mark();
        let pushed = self.arena.parent(id).and_then(|(_, push)| self.maze.board.next(push.from, push.direction));
        let view = View { pushed, is_matched: Some(is_matched), ..View::of(state) };
        let is_lost = self.rules.is_lost(&view, meter).and_then(|is_lost| meter.tick(NodeKind::Push).map(|()| is_lost));
        if is_lost.is_err() {
            self.rules.undo();
        }
        is_lost
    }

    /// Adds the states that pushes lead to, for which there is room; returns all pushes of a solution, where one of
    /// them is solved or in the perimeter. The matching is that of the state, if there is one.
    fn expand(
        &mut self,
        (id, state): (NodeId, &State),
        boxes: &[Square],
        pushes: Vec<Push>,
        is_matched: bool,
        pushes_made: u32,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Push>>, Stop> {
        for push in pushes {
            self.progress.generated += 1;
            let Some(to) = self.maze.board.next(push.from, push.direction) else { continue };
            if self.rules.refuses_push(to, push.direction) {
                continue;
            }
            let after = state.boxes_after(self.maze.board, push);
            let view = View { boxes: &after, player: push.from, pushed: Some(to), is_matched: None };
            if self.rules.refuses_child(&view) {
                continue;
            }
            let child = State::with(self.maze.board, after, push.from, &mut self.region);
            if self.arena.find(&child).is_some() {
                continue;
            }
            let row = boxes.binary_search(&push.from).unwrap_or(0);
            let place = self.maze.place_pushed(to, push.direction);
            let moved = is_matched.then_some(&mut self.moved);
            let estimate = moved.and_then(|moved| self.matching.with_moved(&self.maze.distances, row, place, moved));
            if estimate.is_none() && self.rules.refuse(Matching::ID) {
                continue;
            }
            let estimate = estimate.unwrap_or(Self::UNMATCHED);
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
        // 1. The first open state.
        let Some(&(_, id, pushes_made)) = self.open.peek() else { return Ok(Status::Exhausted) };
        // 2. Its pushes, the matching, room for what the pushes lead to.
        let state = self.arena.state(id);
        let pushes = self.pushes(&state);
        let boxes: Vec<Square> = state.boxes.iter().collect();
        let places = self.places(&boxes, state.player);
        let is_matched = self.matching.solve(&self.maze.distances, &places, meter)?.is_some();
        self.reserve(pushes.len(), meter)?;
        let is_lost = self.is_lost(id, &state, is_matched, meter)?;
        self.open.pop();
        self.progress.expanded += 1;
        // 3. The start may be solved.
        if pushes_made == 0 && state.is_solved(self.maze.board) {
            return Ok(Status::Found(Vec::new()));
        }
        // 4. It may be lost, by rules that cost too much to be asked of each child.
        if is_lost {
            return Ok(Status::Running);
        }
        // 5. The first push that fills the last goal, or reaches the perimeter, ends the search.
        let found = self.expand((id, &state), &boxes, pushes, is_matched, pushes_made, meter)?;
        Ok(found.map_or(Status::Running, Status::Found))
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.arena.len() as u64, pruned: self.rules.total(), ..self.progress }
    }
}

impl PushSearch for Greedy<'_> {
    fn refused(&self) -> Refused {
        self.rules.refused()
    }
}
