//! Proofs that a few boxes are lost independently of the others.
//!
//! Input: a few boxes of a position (all others are removed), the player and the zone around them. The reduced position
//! is searched. If the search is exhausted, the boxes can never all stand on goals. A box that can be pushed out of the
//! zone while the others stand still is taken away: fewer boxes only make more moves possible, so what is lost without
//! it is lost with it. Under a budget: if it is spent nothing is proved.

use super::rules::{DeadSquares, Freeze};
use super::{Detector, Known, RuleSet, View};
use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play, Push, Region, State};
use rustc_hash::{FxHashMap, FxHashSet};

/// When a search may give up early, since nothing is proved then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GiveUp {
    /// When all boxes stand on goals.
    Solved,
    /// Also when the player reaches every free square.
    Open,
}

/// The search, with its memory of verdicts: keyed by the boxes and the player's region in the reduced position.
#[derive(Debug)]
pub(super) struct LocalDeadlockSearch<'a> {
    maze: &'a Maze<'a>,
    rules: Detector<'a>,
    region: Region,
    macros: Macros,
    verdicts: FxHashMap<State, bool>,
    give_up: GiveUp,
}

impl<'a> LocalDeadlockSearch<'a> {
    /// At most this number of verdicts is remembered. Not tuned: memory against repeated searches.
    const MEMORY: usize = 100_000;
    /// At most this number of positions in one search. Not tuned: more proofs against time per position.
    const BUDGET: usize = 200;

    /// For a level. Within the search only the cheapest rules are applied.
    pub(super) fn new(maze: &'a Maze<'a>, give_up: GiveUp) -> Self {
        let squares = maze.board.len();
        let rules = RuleSet::none().with(DeadSquares::by_side()).with(Freeze::by_dead_squares());
        Self {
            maze,
            rules: Detector::new(&rules, &Known::of(maze)),
            region: Region::new(squares),
            macros: Macros::new(squares),
            verdicts: FxHashMap::default(),
            give_up,
        }
    }

    /// Returns whether these boxes are proved lost, with the player on that square.
    pub(super) fn is_lost(&mut self, kept: BoxSet, zone: &BoxSet, player: Square) -> bool {
        let reduced = State::with(self.maze.board, kept, player, &mut self.region);
        if let Some(&known) = self.verdicts.get(&reduced) {
            return known;
        }
        let lost = self.search(&reduced, zone);
        if self.verdicts.len() < Self::MEMORY {
            self.verdicts.insert(reduced, lost);
        }
        lost
    }

    /// Depth-first.
    fn search(&mut self, reduced: &State, zone: &BoxSet) -> bool {
        let board = self.maze.board;
        let mut seen = FxHashSet::default();
        let mut stack = vec![reduced.clone()];
        while let Some(state) = stack.pop() {
            let state = self.let_go(state, zone);
            if !seen.insert(state.clone()) {
                continue;
            }
            let is_open = self.give_up == GiveUp::Open && self.region.size() + state.boxes.len() >= board.len();
            if state.is_solved(board) || is_open || seen.len() > Self::BUDGET {
                return false;
            }
            let pushes: Vec<Push> = state.pushes(board, &self.region).collect();
            for push in pushes {
                let Some(to) = board.next(push.from, push.direction) else { continue };
                if self.rules.refuses_push(to, push.direction) {
                    continue;
                }
                let child = state.after(board, push, &mut self.region);
                let view = View { pushed: Some(to), ..View::of(&child) };
                if !self.rules.refuses_child(&view) && !seen.contains(&child) {
                    stack.push(child);
                }
            }
        }
        true
    }

    /// Takes away every box that can be pushed out of the zone. The region is left flooded.
    fn let_go(&mut self, mut state: State, zone: &BoxSet) -> State {
        let maze = self.maze;
        loop {
            self.region.flood(maze.board, state.player, |s| state.boxes.has(s));
            state.player = self.region.representative();
            let gone = state.boxes.iter().find(|&b| {
                let region = &self.region;
                let found = self.macros.of_box(maze, &state.boxes, b, |s| region.has(s), Play::Push);
                found.iter().any(|m| !zone.has(m.to))
            });
            match gone {
                Some(b) => state.boxes.remove(b),
                None => return state,
            }
        }
    }
}
