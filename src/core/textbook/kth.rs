//! The agent of the KTH report (Håkansson, Arvidsson, Jonsson and Ström 2012). A queue holds positions in the order of scores. From
//! the best position, a matching of boxes to goals is carried out box by box, and each position on the path is stored with a bonus;
//! then all single pushes are made. Half of the score of a position is added to the scores of its children. The first pass takes
//! positions with equal boxes as one, for any place of the player, and so can lose a solution; when it is exhausted or has expanded
//! [`Kth::FIRST_PASS`] positions, a second pass begins at the start again and distinguishes regions of the player. Pushes into a
//! tunnel go on to its end. The report does not give the weights.
//!
//! Complete, by the second pass, only with tunnels switched off.

use super::Setup;
use crate::deadlock::{Detector, RuleInput};
use crate::heuristic::BipartiteMatching;
use crate::level::{Board, Direction, Position, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play, Push, Region, State};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop, count32};
use crate::search::Components;
use itertools::Itertools;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Debug)]
struct StoredPosition {
    state: State,
    parent: Option<usize>,
    pushes: Vec<Push>,
    cost: u32,
    score: i64,
}

#[derive(Debug)]
pub(super) struct Kth<'a> {
    maze: &'a Maze<'a>,
    start: &'a Position,
    rules: Detector<'a>,
    tunnels: bool,
    positions: Vec<StoredPosition>,
    seen: FxHashSet<State>,
    /// Scores and numbers of positions: the greatest score first, of equal scores the oldest position.
    queue: BinaryHeap<(i64, Reverse<usize>)>,
    is_first_pass: bool,
    expanded: u64,
    region: Region,
    macros: Macros,
    progress: Progress,
}

impl<'a> Kth<'a> {
    /// More positions find more solutions, but delay the second pass.
    const FIRST_PASS: u64 = 20_000;
    /// Score of each box on a goal. This constant and the next two weigh boxes on goals against push distances.
    const HOME: i64 = 40;
    /// Bonus for a box that a matching brings to a goal.
    const MATCHED: i64 = 100;
    /// Bonus for a box that is pushed to a goal with walls on three sides.
    const PEN: i64 = 200;

    pub(super) fn new(maze: &'a Maze<'a>, start: &'a Position, setup: &Setup) -> Self {
        let squares = maze.board.len();
        let mut search = Self {
            maze,
            start,
            rules: Detector::new(&setup.working_rules(), &RuleInput::of(maze)),
            tunnels: setup.has(Components::TUNNELS),
            positions: Vec::new(),
            seen: FxHashSet::default(),
            queue: BinaryHeap::new(),
            is_first_pass: true,
            expanded: 0,
            region: Region::new(squares),
            macros: Macros::new(squares),
            progress: Progress::default(),
        };
        search.begin();
        search
    }

    fn begin(&mut self) {
        self.expanded = 0;
        (self.positions, self.seen, self.queue) = (Vec::new(), FxHashSet::default(), BinaryHeap::new());
        let state = State::of(self.maze.board, self.start, &mut self.region);
        self.keep(StoredPosition { state, parent: None, pushes: Vec::new(), cost: 0, score: 0 });
    }

    /// Stores a position and returns its index; `None` if it was stored before.
    fn keep(&mut self, position: StoredPosition) -> Option<usize> {
        let player = if self.is_first_pass { Square(0) } else { position.state.player };
        if !self.seen.insert(State { boxes: position.state.boxes.clone(), player }) {
            return None;
        }
        let number = self.positions.len();
        self.progress.depth = self.progress.depth.max(position.cost);
        self.queue.push((position.score, Reverse(number)));
        self.positions.push(position);
        Some(number)
    }

    /// Returns the score of a position; `parent` is its parent's score, `cost` the number of pushes made.
    fn score(&self, state: &State, parent: i64, cost: u32, bonus: i64) -> i64 {
        let board = self.maze.board;
        let nearest = |b| (0..board.goals().len()).map(|goal| self.maze.distances.minimum(b, goal)).min().unwrap_or(0);
        let away: i64 = state.boxes.iter().map(|b| i64::from(nearest(b))).sum();
        let home: i64 = state.boxes.iter().filter(|&b| board.is_goal(b)).map(|_| Self::HOME).sum();
        parent / 2 + bonus + home - away - i64::from(cost)
    }

    /// Makes pushes of one box; returns the new position, `None` if a rule refuses it or it was stored before.
    fn make(&mut self, from: usize, pushes: Vec<Push>, bonus: i64) -> Option<usize> {
        let board = self.maze.board;
        let (first, last) = (*pushes.first()?, *pushes.last()?);
        let to = board.next(last.from, last.direction)?;
        let StoredPosition { state, cost, score: parent_score, .. } = &self.positions[from];
        let mut boxes = state.boxes.clone();
        boxes.remove(first.from);
        boxes.insert(to);
        if self.rules.refuses(&boxes, last, to) {
            self.progress.pruned += 1;
            return None;
        }
        let cost = cost + count32(pushes.len());
        let parent_score = *parent_score;
        let state = State::with(board, boxes, last.from, &mut self.region);
        let pen = if is_pen(board, to) { Self::PEN } else { 0 };
        let score = self.score(&state, parent_score, cost, bonus + pen);
        self.keep(StoredPosition { state, parent: Some(from), pushes, cost, score })
    }

    /// Makes the first delivery of a matching that leads to a new position; returns that position.
    fn follow_matching(&mut self, from: usize, meter: &Meter) -> Result<Option<usize>, Stop> {
        let state = self.positions[from].state.clone();
        for (box_at, goal) in self.deliveries(&state, meter)? {
            meter.check()?;
            let pushes = self.delivered(&state, box_at, goal);
            if let Some(next) = self.make(from, pushes, Self::MATCHED) {
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    /// Returns a maximum matching of boxes off goal to free goals that they can be pushed to now, in the order of boxes.
    fn deliveries(&mut self, state: &State, meter: &Meter) -> Result<Vec<(Square, Square)>, Stop> {
        let Self { maze, region, macros, .. } = self;
        let board = maze.board;
        region.flood(board, state.player, |s| state.boxes.has(s));
        let free: Vec<Square> = board.goals().iter().copied().filter(|&goal| !state.boxes.has(goal)).collect();
        let boxes: Vec<Square> = state.boxes.iter().filter(|&b| !board.is_goal(b)).collect();
        let mut to_goals: Vec<BoxSet> = Vec::new();
        let mut matching = BipartiteMatching::new(free.len());
        for &from in &boxes {
            meter.check()?;
            let found = macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Push);
            to_goals.push(BoxSet::of(board.len(), found.iter().map(|m| m.to).filter(|&to| board.is_goal(to))));
            matching.add(to_goals.len() - 1, &|of, goal| to_goals[of].has(free[goal]));
        }
        let delivery = |(of, to): (usize, usize)| (boxes[of], free[to]);
        Ok(matching.pairs().map(delivery).sorted_unstable().collect())
    }

    /// Returns a shortest sequence of pushes for a delivery; empty if it cannot be made.
    fn delivered(&mut self, state: &State, from: Square, to: Square) -> Vec<Push> {
        let Self { maze, region, macros, .. } = self;
        region.flood(maze.board, state.player, |s| state.boxes.has(s));
        let found = macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Push);
        // The first of several paths is a shortest one.
        let first = found.iter().position(|m| m.to == to);
        first.map_or_else(Vec::new, |index| macros.pushes(maze.board, index))
    }

    /// Follows matchings to new positions, then makes all single pushes; returns a solved position if one is reached.
    fn expand(&mut self, number: usize, meter: &Meter) -> Result<Option<usize>, Stop> {
        let board = self.maze.board;
        // 1. Carry out a matching of boxes to goals, box by box.
        let (mut at, mut matched) = (number, 0);
        while let Some(next) = self.follow_matching(at, meter)? {
            (at, matched) = (next, matched + 1);
            if self.positions[next].state.is_solved(board) {
                self.progress.expanded(matched);
                return Ok(Some(next));
            }
        }
        // 2. Make all single pushes, through tunnels to their end.
        let state = self.positions[number].state.clone();
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let singles: Vec<Push> = state.pushes(board, &self.region).collect();
        self.progress.expanded(matched + singles.len());
        for push in singles {
            meter.check()?;
            let pushes = if self.tunnels { run_through(board, &state, push) } else { vec![push] };
            if let Some(next) = self.make(number, pushes, 0)
                && self.positions[next].state.is_solved(board)
            {
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    fn solution(&self, end: usize) -> Vec<Push> {
        let line = std::iter::successors(Some(end), |&number| self.positions[number].parent);
        let mut line: Vec<usize> = line.collect();
        line.reverse();
        line.into_iter().flat_map(|number| self.positions[number].pushes.iter().copied()).collect()
    }
}

impl Search for Kth<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        if self.is_first_pass && (self.queue.is_empty() || self.expanded >= Self::FIRST_PASS) {
            self.is_first_pass = false;
            self.begin();
            return Ok(Status::Running);
        }
        let Some((_, Reverse(number))) = self.queue.pop() else { return Ok(Status::Exhausted) };
        if self.positions[number].state.is_solved(self.maze.board) {
            return Ok(Status::Found(self.solution(number)));
        }
        meter.count(NodeKind::Push);
        self.expanded += 1;
        let end = self.expand(number, meter)?;
        Ok(end.map_or(Status::Running, |end| Status::Found(self.solution(end))))
    }

    fn is_complete(&self) -> bool {
        !self.tunnels
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.positions.len() as u64, ..self.progress }
    }
}

/// A pen is a goal with walls on three sides: a box on it stays.
fn is_pen(board: &Board, square: Square) -> bool {
    board.is_goal(square) && board.neighbours(square).count() <= 1
}

/// Returns a push, and the further pushes through the tunnel that matter to no other box.
///
/// ```text
///   ####     The player has gone into a tunnel behind the box, which has a wall on a side: the push matters to no other
///   @$       box, so it goes on, square by square, to a goal or until it may matter to another box.
///   ###
/// ```
fn run_through(board: &Board, state: &State, push: Push) -> Vec<Push> {
    let is_wall = |s: Square, direction: Direction| board.next(s, direction).is_none();
    let sides = if matches!(push.direction, Direction::Up | Direction::Down) {
        [Direction::Left, Direction::Right]
    } else {
        [Direction::Up, Direction::Down]
    };
    let mut pushes = vec![push];
    let mut from = push.from;
    while let Some(to) = board.next(from, push.direction) {
        let in_tunnel = sides.iter().all(|&side| is_wall(from, side)) && sides.iter().any(|&side| is_wall(to, side));
        let beyond = board.next(to, push.direction).filter(|&s| !state.boxes.has(s));
        if !in_tunnel || board.is_goal(to) || beyond.is_none() {
            break;
        }
        pushes.push(Push { from: to, direction: push.direction });
        from = to;
    }
    pushes
}
