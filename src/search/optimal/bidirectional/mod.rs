//! Fewest pushes, by pushes from the start and pulls from the filled goals at once.
//!
//! All solutions of one cost after the other are disproved, until one is found. Forward, positions are taken that can be
//! on a solution of that cost: by their pushes made and a lower bound on those left, the matching and, for those that
//! are taken, the detours of pairs of boxes (A*; the order among equals is that of the queues of [`super::super::Lean`]).
//! Backward positions bound what is left of all forward ones.
//!
//! ```text
//!   start ──g(u)── u ─ ─ ─ ─ v ──g(v)── goals      h: matching to the goals, k: matching from the start
//! ```
//! A solution through u and v, both open, makes `g(u) + d + g(v)` pushes, where `d >= h(u) - h(v)` and `d >= k(v) - k(u)`,
//! for matchings change by at most one with a push. The mean of both bounds is half the sum of `2 g(u) + h(u) - k(u)` and
//! `2 g(v) + k(v) - h(v)`, the *shares* of both: so where the least share of the other side is known, a position whose
//! share is too large is put off (Sewell and Jacobson, "Dynamically improved bounds bidirectional search", 2021;
//! Sadhukhan, "Bidirectional heuristic search based on error estimate", 2013).
//!
//! Pulls refuse nothing, so that each position of the solutions that pushes may find is found from behind as well.

mod distances;
mod forced_pushes;
mod open;
mod pulls;
mod pushes;
mod search;
mod side;

use crate::deadlock::{Refused, RuleSet};
use crate::heuristic::Detours;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{GridTask, Push, Words, for_board};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::lean::ground;
use search::Bidirectional;
use std::fmt::Debug;

/// The search, for a board of any size.
#[derive(Debug)]
pub struct FewestPushes<'a>(Box<dyn Engine + 'a>);

trait Engine: Search<Solution = Vec<Push>> + Debug {
    fn lower_bound(&self) -> u32;
    fn offer(&mut self, solution: Vec<Push>);
    fn refused(&self) -> Refused;
}

impl<W: Words> Engine for Bidirectional<'_, W> {
    fn lower_bound(&self) -> u32 {
        self.lower_bound()
    }

    fn offer(&mut self, solution: Vec<Push>) {
        self.offer(solution);
    }

    fn refused(&self) -> Refused {
        self.refused()
    }
}

struct Begin<'a, 'b> {
    maze: &'a Maze<'a>,
    start: &'b Position,
    detours: Option<Detours<'a>>,
    rules: &'b RuleSet,
    meter: &'b mut Meter,
}

impl<'a> GridTask for Begin<'a, '_> {
    type Output = Result<Box<dyn Engine + 'a>, Stop>;

    fn run<W: Words>(self) -> Self::Output {
        let Self { maze, start, detours, rules, meter } = self;
        Ok(Box::new(Bidirectional::<'a, W>::new(maze, start, detours, rules, meter)?))
    }
}

impl<'a> FewestPushes<'a> {
    /// Opens the start and the filled goals.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        detours: Option<Detours<'a>>,
        rules: &RuleSet,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        for_board(maze.board, Begin { maze, start, detours, rules, meter }).map(Self)
    }

    /// A lower bound for all solutions.
    pub fn lower_bound(&self) -> u32 {
        self.0.lower_bound()
    }

    /// Takes a solution that is not proved to be shortest: the search is for one of less cost then, or for the proof that
    /// there is none.
    pub fn offer(&mut self, solution: Vec<Push>) {
        self.0.offer(solution);
    }

    /// What each rule refused so far.
    pub fn refused(&self) -> Refused {
        self.0.refused()
    }
}

impl Search for FewestPushes<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        self.0.step(meter)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        self.0.progress()
    }
}
