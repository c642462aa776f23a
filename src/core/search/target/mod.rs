//! How does a search by pushes aim at a position with known pushes to the goals?
//!
//! ```text
//!   start ──push──> ──push──> ..  target ──known──> ──known──> all boxes on goals
//! ```
//! A feature-space search by pulls, from the filled goals, looks for the position with the best score; a second one,
//! by pushes, leads from the start towards it. It ends at any position of the first search; the [`super::Perimeter`] has them all.
//! The method suits levels whose goals are hard to leave, or are filled in an order that no packing plan has. After Festival
//! (Shoham and Schaeffer, "The FESS Algorithm", IEEE CoG 2020).

mod domain;

use crate::deadlock::Refusals;
use crate::feature_space::{self, Candidate, Candidates, Domain, FeatureSpace};
use crate::heuristic::{MinCostMatching, Targets};
use crate::level::{Board, Direction, Position, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Macro, Push, Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop, count32};
use crate::search::macro_pushes::{MacroPushes, solution};
use crate::search::{Perimeter, Prunings};
use domain::{PullState, Pulls};
use std::cmp::Reverse;

/// A search for the pushes of a solution. It is complete: if the target is never reached, all pushes are searched. If
/// the boxes cannot be pulled from the goals to the start, no solution exists.
#[derive(Debug)]
pub struct ByTarget<'a> {
    maze: &'a Maze<'a>,
    start: State,
    prunings: Prunings,
    perimeter: Perimeter,
    /// The search by pulls; `None` if the boxes cannot be pulled to the start.
    pulls: Option<Box<TargetSearch<'a>>>,
    /// The search by pushes, while the search by pulls rests.
    pushes: Option<Box<FeatureSpace<Towards<'a>>>>,
    /// Statistics and refusals of the search towards the first target, once it has ended.
    before: (Progress, Refusals),
}

/// Number of positions by pushes towards the first target: if more are needed, the search by pulls goes on.
const FIRST_PUSHES: u64 = 500;

impl<'a> ByTarget<'a> {
    /// Creates the search, with the filled goals open. All positions that pulls reach are added to `perimeter`.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        perimeter: Perimeter,
        prunings: &Prunings,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let pulls = TargetSearch::new(maze, start, perimeter.clone(), meter)?;
        Ok(Self {
            maze,
            start: State::of(maze.board, start, &mut Region::new(maze.board.len())),
            prunings: prunings.clone(),
            perimeter,
            pulls: pulls.map(Box::new),
            pushes: None,
            before: Default::default(),
        })
    }

    fn towards(&self, target: State, meter: &mut Meter) -> Result<FeatureSpace<Towards<'a>>, Stop> {
        let mut towards = Towards::new(self.maze, target.boxes, self.perimeter.clone(), &self.prunings, meter)?;
        let nearness = towards.nearness(&self.start, meter)?;
        FeatureSpace::new(towards, self.start.clone(), nearness, meter)
    }

    /// Returns how many pushes and positions each rule has refused.
    pub fn refused(&self) -> Refusals {
        let now = self.pushes.as_ref().map(|space| space.domain.moves.refused()).unwrap_or_default();
        Refusals::of(self.before.1.by_rule().chain(now.by_rule()))
    }
}

fn progress_of(space: &FeatureSpace<Towards<'_>>) -> Progress {
    Progress { pruned: space.domain.moves.pruned(), ..space.progress() }
}

impl Drop for ByTarget<'_> {
    fn drop(&mut self) {
        self.perimeter.clear();
    }
}

impl Search for ByTarget<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let Some(pulls) = &mut self.pulls else { return Ok(Status::Exhausted) };
        // 1. Pull, up to the first target, or the last one.
        let Some(pushes) = &mut self.pushes else {
            let target = match pulls.step(meter)? {
                Status::Running => return Ok(Status::Running),
                Status::Found(target) => target,
                // Without any target the start is one: all pushes are searched then.
                Status::Exhausted => self.start.clone(),
            };
            self.pushes = Some(Box::new(self.towards(target, meter)?));
            return Ok(Status::Running);
        };
        // 2. Push towards it; if the first target is not reached soon, pull on.
        if pushes.generated() > FIRST_PUSHES && pulls.go_on() {
            self.before = (progress_of(pushes), pushes.domain.moves.refused());
            self.pushes = None;
            return Ok(Status::Running);
        }
        let status = pushes.step(meter)?;
        Ok(status.map(|last| solution(pushes, last, &self.perimeter, |towards| &mut towards.moves)))
    }

    fn is_complete(&self) -> bool {
        self.pushes.as_ref().is_none_or(|space| space.is_complete())
    }

    fn progress(&self) -> Progress {
        let first = self.before.0;
        let before = self.pulls.as_ref().map_or(first, |pulls| pulls.progress().after(&first));
        self.pushes.as_ref().map_or(before, |space| progress_of(space).after(&before))
    }

    fn compact(&mut self) -> bool {
        match (&mut self.pushes, &mut self.pulls) {
            (Some(pushes), _) => pushes.compact(),
            (None, pulls) => pulls.as_mut().is_some_and(|pulls| pulls.compact()),
        }
    }
}

/// Search by pulls for the target: when it pauses, and once the budget is spent, the target is the best position so far.
#[derive(Debug)]
pub struct TargetSearch<'a> {
    maze: &'a Maze<'a>,
    search: FeatureSpace<Pulls<'a>>,
    budget: u64,
}

impl<'a> TargetSearch<'a> {
    /// Number of generated positions after which the search ends, unless memory is short.
    const NODES: u64 = 5_000;

    /// Number of generated positions after which the search pauses, for a first target; see `FIGURES.md`, Target.
    const FIRST_NODES: u64 = 1_000;

    /// Creates the search; `None` if the boxes cannot be pulled to the start: no solution exists.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        perimeter: Perimeter,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let mut domain = Pulls::new(maze, start, perimeter, meter)?;
        let Some((root, score)) = domain.root(meter)? else { return Ok(None) };
        Ok(Some(Self { maze, search: FeatureSpace::new(domain, root, score, meter)?, budget: Self::FIRST_NODES }))
    }

    /// Continues a search that pauses; false if it has ended.
    pub(super) fn go_on(&mut self) -> bool {
        // Only the first budget pauses the search; the second one, or want of memory, ends it.
        let pauses = self.budget == Self::FIRST_NODES && self.search.generated() > self.budget;
        if pauses {
            self.budget = Self::NODES;
        }
        pauses
    }

    /// Ends the search with the position of a node.
    fn end(&self, node: feature_space::NodeId) -> Status<State> {
        let state = self.search.state(node).and_then(|PullState { boxes, player }| match player {
            Some(player) => Some(State { boxes: boxes.clone(), player: *player }),
            // The player has not entered yet, so any region will do.
            None => State::all_with(self.maze.board, boxes, &mut Region::new(self.maze.board.len())).into_iter().next(),
        });
        state.map_or(Status::Exhausted, Status::Found)
    }
}

impl Search for TargetSearch<'_> {
    type Solution = State;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<State>, Stop> {
        if self.search.generated() > self.budget {
            return Ok(self.end(self.search.best_node()));
        }
        Ok(match self.search.step(meter)? {
            Status::Running => Status::Running,
            Status::Found(start) => self.end(start),
            Status::Exhausted => self.end(self.search.best_node()),
        })
    }

    fn progress(&self) -> Progress {
        self.search.progress()
    }

    /// Ends the search at the next step, with the best position so far.
    fn compact(&mut self) -> bool {
        std::mem::take(&mut self.budget) > 0
    }
}

/// Score of a position in the search by pushes towards the target, compared in the order of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Nearness {
    regions: Reverse<u32>,
    in_place: u32,
    /// Number of boxes without two free squares on opposite sides; less is better.
    blocked: Reverse<u32>,
    distance: Reverse<u32>,
}

impl feature_space::Score for Nearness {
    type Cell = [u32; 2];
    type Tie = Self;

    fn cell(self) -> [u32; 2] {
        [self.regions.0, self.in_place]
    }

    fn tie(self) -> Self {
        self
    }
}

/// Domain of the search by pushes towards the target, ordered by features alone.
#[derive(Debug)]
struct Towards<'a> {
    maze: &'a Maze<'a>,
    target: BoxSet,
    distances: Targets,
    perimeter: Perimeter,
    moves: MacroPushes<'a>,
    matching: MinCostMatching,
}

impl<'a> Towards<'a> {
    fn new(
        maze: &'a Maze<'a>,
        target: BoxSet,
        perimeter: Perimeter,
        prunings: &Prunings,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        Ok(Self {
            maze,
            distances: Targets::to_squares(maze.board, &target.iter().collect::<Vec<_>>(), meter)?,
            target,
            perimeter,
            moves: MacroPushes::new(maze, prunings),
            matching: MinCostMatching::default(),
        })
    }

    fn nearness(&mut self, state: &State, meter: &Meter) -> Result<Nearness, Stop> {
        let board = self.maze.board;
        let distance = self.solve(&state.boxes, meter)?.unwrap_or(u32::MAX);
        let regions = Region::new(board.len()).each(board, |s| state.boxes.has(s)).len();
        let in_place = state.boxes.iter().filter(|&b| self.target.has(b)).count();
        Ok(Nearness {
            regions: Reverse(count32(regions)),
            in_place: count32(in_place),
            blocked: Reverse(blocked(board, &state.boxes)),
            distance: Reverse(distance),
        })
    }

    fn solve(&mut self, boxes: &BoxSet, meter: &Meter) -> Result<Option<u32>, Stop> {
        self.matching.solve(&self.distances, boxes.iter().map(Targets::place), meter)
    }

    /// Returns the score after a move, given the score before it; `row` is the row of the box, `None` if unmatched.
    fn nearness_after(&mut self, now: Nearness, m: Macro, after: &BoxSet, row: Option<usize>) -> Nearness {
        let there = |s: Square| u32::from(self.target.has(s));
        let in_place = (now.in_place + there(m.to)).saturating_sub(there(m.from));
        let place = Targets::place(m.to);
        // The matching before the move is mended for the one box: that is cheaper than a new one for each move.
        let distance = row.and_then(|row| self.matching.moved(&self.distances, row, place, None));
        Nearness {
            regions: Reverse(now.regions.0.saturating_add_signed(m.regions.into())),
            in_place,
            blocked: Reverse(blocked(self.maze.board, after)),
            distance: Reverse(distance.unwrap_or(u32::MAX)),
        }
    }
}

impl Domain for Towards<'_> {
    type State = State;
    type Move = Macro;
    type Score = Nearness;

    fn after(&mut self, state: &State, by: Macro) -> Option<State> {
        Some(self.moves.after(state, by))
    }

    fn is_goal(&mut self, state: &State, _: Self::Score) -> bool {
        self.perimeter.rest(self.maze.board, state).is_some()
    }

    /// Returns all moves with equal priority, so that the features alone decide.
    fn expand(
        &mut self,
        state: &State,
        by: Option<Macro>,
        score: Nearness,
        meter: &mut Meter,
    ) -> Result<Option<Candidates<Self>>, Stop> {
        // Boxes that have no way to the target may still have a way to the goals, so the position stays.
        let is_matched = self.solve(&state.boxes, meter)?.is_some();
        let Some(moves) = self.moves.of(state, by, meter)? else { return Ok(None) };
        let rows: Vec<Square> = state.boxes.iter().collect();
        let mut candidates = Vec::with_capacity(moves.len());
        for m in moves {
            // With hundreds of boxes there are many moves, and each needs a matching from scratch.
            meter.check_time()?;
            let row = rows.binary_search(&m.from).ok().filter(|_| is_matched);
            let score = self.nearness_after(score, m, &state.boxes.shifted(m.from, m.to), row);
            candidates.push(Candidate::new(m, score, 1));
        }
        Ok(Some(candidates))
    }
}

/// Returns the number of boxes that no push can move, for any place of the player.
///
/// ```text
///   #####
///   #bb #    Both are blocked: a wall is above each, and neither has free squares on its left and on its right.
///   #   #
///   #####
/// ```
fn blocked(board: &Board, boxes: &BoxSet) -> u32 {
    let is_free = |s: Option<Square>| s.is_some_and(|s| !boxes.has(s));
    let is_open =
        |b, direction: Direction| is_free(board.next(b, direction)) && is_free(board.next(b, direction.opposite()));
    let is_blocked = |b: &Square| !Direction::ALL.into_iter().any(|direction| is_open(*b, direction));
    count32(boxes.iter().filter(is_blocked).count())
}
