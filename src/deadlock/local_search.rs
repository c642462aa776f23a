//! Proofs that a few boxes are lost independently of the others.
//!
//! Input: a few boxes of a position (all others are removed), the player and the zone around them. The reduced position
//! is searched. If the search is exhausted, the boxes can never all stand on goals. A box that can be pushed out of the
//! zone while the others stand still is removed: fewer boxes only make more moves possible, so a position lost without
//! it is lost with it. If the budget of the search is spent, nothing is proved.

use super::undo_table::UndoTable;
use super::{AskedBy, Detector, Known, RuleSet, View};
use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play, Push, Region, State};
use rustc_hash::FxHashSet;

/// The search, with a cache of verdicts, keyed by the boxes and the player's region in the reduced position.
#[derive(Debug)]
pub(super) struct LocalDeadlockSearch<'a> {
    maze: &'a Maze<'a>,
    rules: Detector<'a>,
    region: Region,
    macros: Macros,
    verdicts: UndoTable<State, bool>,
    /// The number of positions examined so far.
    searched: usize,
}

impl<'a> LocalDeadlockSearch<'a> {
    /// The most positions in one search: trades proofs against time per position.
    const BUDGET: usize = 200;

    /// Makes the search for a level. It applies only the cheapest rules.
    pub(super) fn new(maze: &'a Maze<'a>) -> Self {
        let squares = maze.board.len();
        let rules = RuleSet::of(AskedBy::FEW_BOXES);
        Self {
            maze,
            rules: Detector::new(&rules, &Known::of(maze)),
            region: Region::new(squares),
            macros: Macros::new(squares),
            verdicts: UndoTable::default(),
            searched: 0,
        }
    }

    /// Returns whether these boxes are proved lost, with the player on this square.
    pub(super) fn is_lost(&mut self, kept: BoxSet, zone: &BoxSet, player: Square) -> bool {
        let reduced = State::with(self.maze.board, kept, player, &mut self.region);
        if let Some(known) = self.verdicts.get(&reduced) {
            return known;
        }
        let lost = self.search(&reduced, zone);
        self.verdicts.set(&reduced, lost);
        lost
    }

    /// Returns the number of positions examined so far.
    pub(super) const fn searched(&self) -> usize {
        self.searched
    }

    /// Saves the verdicts.
    pub(super) fn mark(&mut self) {
        self.verdicts.mark();
    }

    /// Restores the verdicts of the last mark.
    pub(super) fn undo(&mut self) {
        self.verdicts.undo();
    }

    /// Searches depth first; returns whether the position is proved lost.
    fn search(&mut self, reduced: &State, zone: &BoxSet) -> bool {
        let board = self.maze.board;
        let mut seen = FxHashSet::default();
        let mut stack = vec![reduced.clone()];
        while let Some(state) = stack.pop() {
            let state = self.remove_free(state, zone);
            if !seen.insert(state.clone()) {
                continue;
            }
            self.searched += 1;
            if state.is_solved(board) || seen.len() > Self::BUDGET {
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

    /// Removes every box that can be pushed out of the zone. The region is then the player's region.
    fn remove_free(&mut self, mut state: State, zone: &BoxSet) -> State {
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
