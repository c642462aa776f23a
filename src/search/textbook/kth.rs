//! The agent of the KTH report (Håkansson, Arvidsson, Jonsson and Ström 2012).
//!
//! A queue of positions by score. From the best one, a matching of boxes to goals is carried out box by box, each
//! position on the way being kept with a bonus; then come all single pushes. A score inherits half of what its parent
//! had. The first pass takes positions with the same boxes as one, wherever the player is, and so can lose a solution;
//! when it runs dry or has used its share, a second begins anew with the player's region in the key. Pushes into tunnels
//! run through. The report leaves the weights open; they are ours.
//!
//! Not complete, unless the tunnels are switched off: then the second pass is.

use super::Setup;
use super::kth_moves::{deliveries, is_pen, run_through};
use crate::deadlock::{Detector, Known, View};
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{Macros, Push, Region, State};
use crate::run::{Kind, Meter, Progress, Search, Status, Stop};
use crate::search::Components;
use rustc_hash::FxHashSet;
use std::collections::BinaryHeap;

/// A position, and how it was reached.
#[derive(Debug)]
struct Held {
    state: State,
    parent: Option<usize>,
    /// From the parent.
    pushes: Vec<Push>,
    /// All from the start.
    cost: u32,
    score: i64,
}

/// The search; see the module.
#[derive(Debug)]
pub(super) struct Kth<'a> {
    maze: &'a Maze<'a>,
    start: &'a Position,
    rules: Detector<'a>,
    tunnels: bool,
    held: Vec<Held>,
    seen: FxHashSet<State>,
    /// By score, and among equals the oldest.
    queue: BinaryHeap<(i64, std::cmp::Reverse<usize>)>,
    claimed: u64,
    is_first_pass: bool,
    /// Positions of this pass that were expanded.
    expanded: u64,
    region: Region,
    macros: Macros,
    progress: Progress,
}

impl<'a> Kth<'a> {
    /// Positions that the first pass may expand.
    const FIRST_PASS: u64 = 20_000;
    /// For a box on a goal.
    const HOME: i64 = 40;
    /// For a push of the matching.
    const MATCHED: i64 = 100;
    /// For a box in a pen.
    const PEN: i64 = 200;

    pub(super) fn new(maze: &'a Maze<'a>, start: &'a Position, setup: &Setup) -> Self {
        let squares = maze.board.len();
        Self {
            maze,
            start,
            rules: Detector::new(&setup.ablation.working_rules(), &Known::of(maze)),
            tunnels: setup.ablation.has(Components::TUNNELS),
            held: Vec::new(),
            seen: FxHashSet::default(),
            queue: BinaryHeap::new(),
            claimed: 0,
            is_first_pass: true,
            expanded: 0,
            region: Region::new(squares),
            macros: Macros::new(squares),
            progress: Progress::default(),
        }
    }

    /// Begins a pass with the start alone.
    fn begin(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        meter.release(self.claimed);
        (self.claimed, self.expanded) = (0, 0);
        (self.held, self.seen, self.queue) = (Vec::new(), FxHashSet::default(), BinaryHeap::new());
        let state = State::of(self.maze.board, self.start, &mut self.region);
        self.keep(Held { state, parent: None, pushes: Vec::new(), cost: 0, score: 0 }, meter)?;
        Ok(())
    }

    /// The number of a position, unless it was seen before.
    fn keep(&mut self, held: Held, meter: &mut Meter) -> Result<Option<usize>, Stop> {
        let player = if self.is_first_pass { Square(0) } else { held.state.player };
        let key = State { boxes: held.state.boxes.clone(), player };
        if self.seen.contains(&key) {
            return Ok(None);
        }
        // A position is held twice; tables grow to twice what is in them.
        let words = size_of_val(key.boxes.words());
        let each = 2 * size_of::<Held>() + 2 * size_of::<State>() + 2 * words + 32 + 4 * held.pushes.len();
        meter.claim(each as u64)?;
        self.claimed += each as u64;
        self.seen.insert(key);
        let number = self.held.len();
        self.progress.depth = self.progress.depth.max(held.cost);
        self.queue.push((held.score, std::cmp::Reverse(number)));
        self.held.push(held);
        Ok(Some(number))
    }

    /// The boxes on goals, less what all are away from them and the pushes made, and half of what the parent had.
    fn score(&self, state: &State, parent: i64, cost: u32, bonus: i64) -> i64 {
        let board = self.maze.board;
        let nearest = |b| (0..board.goals().len()).map(|goal| self.maze.distances.least(b, goal)).min().unwrap_or(0);
        let away: i64 = state.boxes.iter().map(|b| i64::from(nearest(b))).sum();
        let home: i64 = state.boxes.iter().filter(|&b| board.is_goal(b)).map(|_| Self::HOME).sum();
        parent / 2 + bonus + home - away - i64::from(cost)
    }

    /// Makes some pushes of one box; the position, unless a rule refuses it or it was seen.
    fn make(&mut self, from: usize, pushes: Vec<Push>, bonus: i64, meter: &mut Meter) -> Result<Option<usize>, Stop> {
        let board = self.maze.board;
        let (Some(&first), Some(&last)) = (pushes.first(), pushes.last()) else { return Ok(None) };
        let Some(to) = board.next(last.from, last.way) else { return Ok(None) };
        let Held { state, cost, score: inherited, .. } = &self.held[from];
        let mut boxes = state.boxes.clone();
        boxes.remove(first.from);
        boxes.insert(to);
        let view = View { boxes: &boxes, player: last.from, pushed: Some(to), is_matched: None };
        if self.rules.refuses_push(to, last.way) || self.rules.refuses_child(&view) {
            self.progress.pruned += 1;
            return Ok(None);
        }
        let cost = cost + u32::try_from(pushes.len()).unwrap_or(u32::MAX);
        let inherited = *inherited;
        let state = State::with(board, boxes, last.from, &mut self.region);
        let pen = if is_pen(board, to) { Self::PEN } else { 0 };
        let score = self.score(&state, inherited, cost, bonus + pen);
        self.keep(Held { state, parent: Some(from), pushes, cost, score }, meter)
    }

    /// Carries out matchings as long as there are any: of each the first move that leads to a new position.
    fn follow_matchings(&mut self, from: usize, meter: &mut Meter) -> Result<(Option<usize>, usize), Stop> {
        let (mut at, mut made) = (from, 0);
        'next: loop {
            meter.check()?;
            let found = deliveries(self.maze, &self.held[at].state, &mut self.region, &mut self.macros);
            for delivery in found {
                if let Some(next) = self.make(at, delivery.pushes, Self::MATCHED, meter)? {
                    made += 1;
                    if self.held[next].state.is_solved(self.maze.board) {
                        return Ok((Some(next), made));
                    }
                    at = next;
                    continue 'next;
                }
            }
            return Ok((None, made));
        }
    }

    fn expand(&mut self, number: usize, meter: &mut Meter) -> Result<Option<usize>, Stop> {
        let board = self.maze.board;
        let (end, matched) = self.follow_matchings(number, meter)?;
        if end.is_some() {
            self.progress.expanded(matched);
            return Ok(end);
        }
        let state = self.held[number].state.clone();
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let pushes: Vec<Push> = state.pushes(board, &self.region).collect();
        self.progress.expanded(matched + pushes.len());
        for push in pushes {
            let pushes = if self.tunnels { run_through(board, &state, push) } else { vec![push] };
            if let Some(next) = self.make(number, pushes, 0, meter)?
                && self.held[next].state.is_solved(board)
            {
                return Ok(Some(next));
            }
        }
        Ok(None)
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

    fn initialise(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        self.begin(meter)
    }

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let waiting = self.queue.peek().copied();
        if self.is_first_pass && (waiting.is_none() || self.expanded >= Self::FIRST_PASS) {
            self.is_first_pass = false;
            self.begin(meter)?;
            return Ok(Status::Running);
        }
        let Some((score, std::cmp::Reverse(number))) = waiting else { return Ok(Status::Exhausted) };
        if self.held[number].state.is_solved(self.maze.board) {
            return Ok(Status::Found(self.solution(number)));
        }
        meter.tick(Kind::Push)?;
        self.queue.pop();
        match self.expand(number, meter) {
            Ok(end) => {
                self.expanded += 1;
                Ok(end.map_or(Status::Running, |end| Status::Found(self.solution(end))))
            }
            Err(stop) => {
                self.queue.push((score, std::cmp::Reverse(number)));
                Err(stop)
            }
        }
    }

    fn is_complete(&self) -> bool {
        !self.tunnels
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.held.len() as u64, ..self.progress }
    }
}
