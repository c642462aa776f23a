//! The agent of the KTH report (Håkansson, Arvidsson, Jonsson and Ström 2012). A queue holds positions in the order of
//! scores. From the best position, a matching of boxes to goals is carried out box by box, and each position on the
//! path is stored with a bonus; then all single pushes are made. Half of the score of a position is added to the scores
//! of its children. The first pass takes positions with equal boxes as one, for any place of the player, and so can
//! lose a solution; when it is exhausted or has expanded [`Kth::FIRST_PASS`] positions, a second pass begins anew and
//! distinguishes regions of the player. Pushes into a tunnel go on to its end. The report does not give the weights.
//!
//! Complete, by the second pass, only with tunnels switched off.

use super::Setup;
use super::kth_moves::{delivered, deliveries, is_pen, run_through};
use crate::deadlock::{Detector, Known, View};
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{Macros, Push, Region, State};
use crate::run::{Held as Bytes, Meter, NodeKind, Progress, Search, Status, Stop};
use rustc_hash::FxHashSet;
use std::collections::BinaryHeap;

/// A stored position, with the pushes by which it was reached.
#[derive(Debug)]
struct StoredPosition {
    state: State,
    parent: Option<usize>,
    /// Pushes that lead from the parent to the position.
    pushes: Vec<Push>,
    /// Number of pushes from the start.
    cost: u32,
    score: i64,
}

/// State of the expansion of position number `number`.
#[derive(Clone, Copy, Debug)]
struct Expansion {
    number: usize,
    /// Number of the position to which matchings have led so far; `matched` counts the positions on the path there.
    at: usize,
    matched: usize,
    /// Index of the single push to make next; `None` while matchings are followed.
    next: Option<usize>,
}

/// The search of the agent: positions in the order of scores, in two passes.
#[derive(Debug)]
pub(super) struct Kth<'a> {
    maze: &'a Maze<'a>,
    start: &'a Position,
    rules: Detector<'a>,
    tunnels: bool,
    held: Vec<StoredPosition>,
    seen: FxHashSet<State>,
    /// Scores and numbers of positions: the greatest score first, of equal scores the oldest position.
    queue: BinaryHeap<(i64, std::cmp::Reverse<usize>)>,
    bytes: Bytes,
    /// Expansion to be resumed after a limit; `None` between expansions.
    busy: Option<Expansion>,
    is_first_pass: bool,
    /// Number of positions that this pass has expanded.
    expanded: u64,
    region: Region,
    macros: Macros,
    progress: Progress,
}

impl<'a> Kth<'a> {
    /// Maximum number of positions that the first pass expands: more find more solutions, but delay the second pass.
    const FIRST_PASS: u64 = 20_000;
    /// Score of each box on a goal. This constant and the next two weigh boxes on goals against push distances.
    const HOME: i64 = 40;
    /// Bonus for a box that a matching brings to a goal.
    const MATCHED: i64 = 100;
    /// Bonus for a box that is pushed to a goal with walls on three sides.
    const PEN: i64 = 200;

    /// Creates the search at the beginning of the first pass.
    pub(super) fn new(maze: &'a Maze<'a>, start: &'a Position, setup: &Setup, meter: &mut Meter) -> Result<Self, Stop> {
        let squares = maze.board.len();
        let mut search = Self {
            maze,
            start,
            rules: Detector::new(&setup.ablation.working_rules(), &Known::of(maze)),
            tunnels: setup.ablation.tunnels,
            held: Vec::new(),
            seen: FxHashSet::default(),
            queue: BinaryHeap::new(),
            bytes: Bytes::default(),
            busy: None,
            is_first_pass: true,
            expanded: 0,
            region: Region::new(squares),
            macros: Macros::new(squares),
            progress: Progress::default(),
        };
        search.begin(meter)?;
        Ok(search)
    }

    /// Begins a pass with the start as only position. After an error nothing is stored, and the pass must begin again.
    fn begin(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        (self.bytes, self.expanded) = (Bytes::default(), 0);
        (self.held, self.seen, self.queue) = (Vec::new(), FxHashSet::default(), BinaryHeap::new());
        let state = State::of(self.maze.board, self.start, &mut self.region);
        self.keep(StoredPosition { state, parent: None, pushes: Vec::new(), cost: 0, score: 0 }, meter)?;
        Ok(())
    }

    /// Stores a position and returns its index; `None` if it was stored before. After an error nothing is stored.
    fn keep(&mut self, held: StoredPosition, meter: &mut Meter) -> Result<Option<usize>, Stop> {
        let player = if self.is_first_pass { Square(0) } else { held.state.player };
        let key = State { boxes: held.state.boxes.clone(), player };
        if self.seen.contains(&key) {
            return Ok(None);
        }
        // A position is stored twice; tables grow to twice their contents.
        let words = size_of_val(key.boxes.words());
        let each = 2 * size_of::<StoredPosition>() + 2 * size_of::<State>() + 2 * words + 32 + 4 * held.pushes.len();
        self.bytes.grow(each, meter)?;
        self.seen.insert(key);
        let number = self.held.len();
        self.progress.depth = self.progress.depth.max(held.cost);
        self.queue.push((held.score, std::cmp::Reverse(number)));
        self.held.push(held);
        Ok(Some(number))
    }

    /// Returns the score of a position: the score of boxes on goals, plus half the score of the parent, plus a bonus;
    /// minus the distances of all boxes to their nearest goals, and minus `cost`, the number of pushes made.
    fn score(&self, state: &State, parent: i64, cost: u32, bonus: i64) -> i64 {
        let board = self.maze.board;
        let nearest = |b| (0..board.goals().len()).map(|goal| self.maze.distances.minimum(b, goal)).min().unwrap_or(0);
        let away: i64 = state.boxes.iter().map(|b| i64::from(nearest(b))).sum();
        let home: i64 = state.boxes.iter().filter(|&b| board.is_goal(b)).map(|_| Self::HOME).sum();
        parent / 2 + bonus + home - away - i64::from(cost)
    }

    /// Makes pushes of one box from position `from`; returns the index of the new position, `None` if a rule refuses
    /// the position or it was stored before.
    fn make(&mut self, from: usize, pushes: Vec<Push>, bonus: i64, meter: &mut Meter) -> Result<Option<usize>, Stop> {
        meter.check()?;
        let board = self.maze.board;
        let (Some(&first), Some(&last)) = (pushes.first(), pushes.last()) else { return Ok(None) };
        let Some(to) = board.next(last.from, last.direction) else { return Ok(None) };
        let StoredPosition { state, cost, score: parent_score, .. } = &self.held[from];
        let mut boxes = state.boxes.clone();
        boxes.remove(first.from);
        boxes.insert(to);
        let view = View { boxes: &boxes, player: last.from, pushed: Some(to), is_matched: None };
        if self.rules.refuses_push(to, last.direction) || self.rules.refuses_child(&view) {
            self.progress.pruned += 1;
            return Ok(None);
        }
        let cost = cost + u32::try_from(pushes.len()).unwrap_or(u32::MAX);
        let parent_score = *parent_score;
        let state = State::with(board, boxes, last.from, &mut self.region);
        let pen = if is_pen(board, to) { Self::PEN } else { 0 };
        let score = self.score(&state, parent_score, cost, bonus + pen);
        self.keep(StoredPosition { state, parent: Some(from), pushes, cost, score }, meter)
    }

    /// Makes the first delivery of a matching that leads to a new position, and returns the index of this position;
    /// `None` if no delivery does. After an error no delivery was made.
    fn follow_matching(&mut self, from: usize, meter: &mut Meter) -> Result<Option<usize>, Stop> {
        let pruned = self.progress.pruned;
        let found = deliveries(self.maze, &self.held[from].state, (&mut self.region, &mut self.macros), meter)?;
        for delivery in found {
            let state = &self.held[from].state;
            let pushes = delivered(self.maze, state, delivery, (&mut self.region, &mut self.macros));
            match self.make(from, pushes, Self::MATCHED, meter) {
                Ok(None) => {}
                made => {
                    if made.is_err() {
                        self.progress.pruned = pruned;
                    }
                    return made;
                }
            }
        }
        Ok(None)
    }

    /// Follows matchings as long as a new position is reached, then makes all single pushes. Returns the index of a
    /// solved position; `None` if none is reached.
    fn expand(&mut self, mut busy: Expansion, meter: &mut Meter) -> Result<Option<usize>, Stop> {
        let board = self.maze.board;
        while busy.next.is_none() {
            match self.follow_matching(busy.at, meter)? {
                Some(next) if self.held[next].state.is_solved(board) => {
                    self.progress.expanded(busy.matched + 1);
                    return Ok(Some(next));
                }
                Some(next) => (busy.at, busy.matched) = (next, busy.matched + 1),
                None => {
                    busy.next = Some(0);
                    let pushes = self.single_pushes(busy.number).len();
                    self.progress.expanded(busy.matched + pushes);
                }
            }
            self.busy = Some(busy);
        }
        let state = self.held[busy.number].state.clone();
        for push in self.single_pushes(busy.number).into_iter().skip(busy.next.unwrap_or(0)) {
            let pushes = if self.tunnels { run_through(board, &state, push) } else { vec![push] };
            if let Some(next) = self.make(busy.number, pushes, 0, meter)?
                && self.held[next].state.is_solved(board)
            {
                return Ok(Some(next));
            }
            busy.next = busy.next.map(|next| next + 1);
            self.busy = Some(busy);
        }
        Ok(None)
    }

    fn single_pushes(&mut self, number: usize) -> Vec<Push> {
        let (board, state) = (self.maze.board, &self.held[number].state);
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        state.pushes(board, &self.region).collect()
    }

    fn solution(&self, end: usize) -> Vec<Push> {
        let line = std::iter::successors(Some(end), |&number| self.held[number].parent);
        let mut line: Vec<usize> = line.collect();
        line.reverse();
        line.into_iter().flat_map(|number| self.held[number].pushes.iter().copied()).collect()
    }
}

impl Search for Kth<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let busy = match self.busy {
            Some(busy) => busy,
            None => {
                let waiting = self.queue.peek().copied();
                if self.held.is_empty()
                    || self.is_first_pass && (waiting.is_none() || self.expanded >= Self::FIRST_PASS)
                {
                    self.is_first_pass = false;
                    self.begin(meter)?;
                    return Ok(Status::Running);
                }
                let Some((_, std::cmp::Reverse(number))) = waiting else { return Ok(Status::Exhausted) };
                if self.held[number].state.is_solved(self.maze.board) {
                    return Ok(Status::Found(self.solution(number)));
                }
                meter.tick(NodeKind::Push)?;
                self.queue.pop();
                *self.busy.insert(Expansion { number, at: number, matched: 0, next: None })
            }
        };
        let end = self.expand(busy, meter)?;
        self.busy = None;
        self.expanded += 1;
        Ok(end.map_or(Status::Running, |end| Status::Found(self.solution(end))))
    }

    fn is_complete(&self) -> bool {
        !self.tunnels
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.held.len() as u64, ..self.progress }
    }
}
