//! Greedy best-first search by pulls, from the filled goals back to the start.
//!
//! Output: pushes that fill all goals, not the fewest. Levels that are open at their end and crowded at their start
//! take fewer nodes by pulls. Nodes are taken in turn from two open lists over the same states, each of which fails on
//! levels where the other does not: one by the minimum-cost matching of boxes to squares of the start alone, the newest
//! first, the other by that and the pulls made. Complete: a solution can be undone pull by pull. All states that it
//! reaches are a [`Perimeter`] for the searches beside it.

use super::{Perimeter, PushSearch};
use crate::deadlock::rules::Matching;
use crate::deadlock::{Detector, Refused, RuleSet};
use crate::heuristic::MinCostMatching;
use crate::heuristic::Targets;
use crate::level::{Position, Square};
use crate::maze::{Maze, Place};
use crate::push::{BoxSet, NodeId, Push, Region, State};
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An open node: least priority first, and among equals the newest, with the pulls made.
type Waiting = (Reverse<u32>, NodeId, u32);

/// The search; see the module.
#[derive(Debug)]
pub struct BackwardSearch<'a> {
    maze: &'a Maze<'a>,
    start: State,
    perimeter: Perimeter,
    /// The distances from each square to those of the start.
    targets: Targets,
    rules: Detector<'a>,
    open: [BinaryHeap<Waiting>; 2],
    /// The index of the open list whose turn it is.
    turn: usize,
    /// For each state, whether it was expanded.
    expanded: Vec<bool>,
    /// The state that is being expanded, with the pulls made: it is resumed after a limit.
    busy: Option<(NodeId, u32)>,
    held: Held,
    region: Region,
    matching: MinCostMatching,
    moved: MinCostMatching,
    progress: Progress,
}

impl<'a> BackwardSearch<'a> {
    /// The weight of the estimate against the pulls made, in the second list. Not tuned: trades length for time.
    const WEIGHT: u32 = 3;
    /// The estimate where there are too few squares of the start, and that is no reason to refuse a pull.
    const UNMATCHED: u32 = u32::MAX;

    /// Opens the solved board, once for each region of the player.
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
        let board = maze.board;
        let targets = Targets::by_pulls(board, start, meter)?;
        let mut region = Region::new(board.len());
        let mut search = Self {
            maze,
            start: State::of(board, start, &mut region),
            perimeter,
            rules: Detector::backward(rules, &targets.dead_squares()),
            targets,
            open: Default::default(),
            turn: 1,
            expanded: Vec::new(),
            busy: None,
            held: Held::default(),
            region,
            matching: MinCostMatching::default(),
            moved: MinCostMatching::default(),
            progress: Progress::default(),
        };
        let goals = BoxSet::of(board.len(), board.goals().iter().copied());
        let places: Vec<Place> = goals.iter().map(Targets::place).collect();
        let estimate = search.matching.solve(&search.targets, &places, meter)?;
        if estimate.is_some() || !search.rules.has(Matching::ID) {
            let estimate = estimate.unwrap_or(Self::UNMATCHED);
            for state in State::all_with(board, &goals, &mut search.region) {
                search.add(&state, None, estimate, 0, meter)?;
            }
        }
        Ok(search)
    }

    /// Adds a state that is new. After an error it is not added.
    fn add(
        &mut self,
        state: &State,
        next: Option<(NodeId, Push)>,
        estimate: u32,
        pulls: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.held.vec(&mut self.expanded, 1, meter)?;
        self.open.iter_mut().try_for_each(|open| self.held.heap(open, 1, meter))?;
        let Some(id) = self.perimeter.insert(state, next, meter)? else { return Ok(()) };
        self.expanded.push(false);
        self.open[0].push((Reverse(estimate), id, pulls));
        self.open[1].push((Reverse(estimate.saturating_mul(Self::WEIGHT).saturating_add(pulls)), id, pulls));
        self.progress.estimated(estimate);
        Ok(())
    }

    /// Adds the states that pulls lead to. After an error some of them are added already, and will not be added again.
    fn expand(&mut self, id: NodeId, made: u32, meter: &mut Meter) -> Result<(), Stop> {
        let board = self.maze.board;
        let state = self.perimeter.state(id);
        let boxes: Vec<Square> = state.boxes.iter().collect();
        let places: Vec<Place> = boxes.iter().copied().map(Targets::place).collect();
        let is_matched = self.matching.solve(&self.targets, &places, meter)?.is_some();
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let pulls: Vec<Push> = state.pulls(board, &self.region).collect();
        let generated = pulls.len() as u64;
        self.rules.mark();
        for pull in pulls {
            let Some(pulled) = board.next(pull.from, pull.direction) else { continue };
            let Some(player) = board.next(pull.from, pull.direction.opposite()) else { continue };
            if self.rules.refuses_push(pull.from, pull.direction.opposite()) {
                continue;
            }
            let row = boxes.binary_search(&pulled).unwrap_or(0);
            let (place, moved) = (Targets::place(pull.from), is_matched.then_some(&mut self.moved));
            let estimate = moved.and_then(|moved| self.matching.with_moved(&self.targets, row, place, moved));
            if estimate.is_none() && self.rules.refuse(Matching::ID) {
                continue;
            }
            let estimate = estimate.unwrap_or(Self::UNMATCHED);
            let before = State::with(board, state.boxes.shifted(pulled, pull.from), player, &mut self.region);
            let added = self.add(&before, Some((id, pull)), estimate, made + 1, meter);
            added.inspect_err(|_| self.rules.undo())?;
        }
        self.progress.generated += generated;
        self.progress.expanded += 1;
        Ok(())
    }
}

impl Search for BackwardSearch<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        // 1. What is left of the step before, where a limit cut it short.
        if let Some((id, made)) = self.busy {
            self.expand(id, made, meter)?;
            self.busy = None;
            return Ok(Status::Running);
        }
        // 2. Solved where the start is reached.
        if let Some(pushes) = self.perimeter.rest(self.maze.board, &self.start) {
            return Ok(Status::Found(pushes));
        }
        // 3. The first state of the open list whose turn it is, unless it was expanded from the other.
        let Some(&(_, id, made)) = self.open[self.turn].peek() else { return Ok(Status::Exhausted) };
        if self.expanded[id.index()] {
            self.open[self.turn].pop();
            return Ok(Status::Running);
        }
        meter.tick(NodeKind::Push)?;
        self.open[self.turn].pop();
        self.turn = 1 - self.turn;
        self.expanded[id.index()] = true;
        self.busy = Some((id, made));
        // 4. Its successors by pulls.
        self.expand(id, made, meter)?;
        self.busy = None;
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.expanded.len() as u64, pruned: self.rules.total(), ..self.progress }
    }
}

impl PushSearch for BackwardSearch<'_> {
    fn refused(&self) -> Refused {
        self.rules.refused()
    }
}
