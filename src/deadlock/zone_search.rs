//! Are some boxes lost, whatever the others do?
//!
//! In come a few boxes of a position (all others are taken away), the player's region among them, and the zone around
//! them; out comes whether a search of this little position proves that the boxes can never all stand on goals. A box
//! that can be pushed out of the zone while the others stand still is taken away: fewer boxes only make more moves
//! possible, so what is lost without it is lost with it. Under a budget: silence proves nothing.

use super::Freeze;
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
#[derive(Clone, Debug)]
pub(super) struct ZoneSearch {
    region: Region,
    freeze: Freeze,
    macros: Macros,
    verdicts: FxHashMap<State, bool>,
    give_up: GiveUp,
}

impl ZoneSearch {
    const MEMORY: usize = 100_000;
    /// The most positions of one search.
    const BUDGET: usize = 200;

    /// For a board of so many squares.
    pub(super) fn new(squares: usize, give_up: GiveUp) -> Self {
        Self {
            region: Region::new(squares),
            freeze: Freeze::new(squares),
            macros: Macros::new(squares),
            verdicts: FxHashMap::default(),
            give_up,
        }
    }

    /// Are these boxes lost, with the player on that square?
    pub(super) fn is_lost(&mut self, maze: &Maze<'_>, kept: BoxSet, zone: &BoxSet, player: Square) -> bool {
        let reduced = State::with(maze.board, kept, player, &mut self.region);
        if let Some(&known) = self.verdicts.get(&reduced) {
            return known;
        }
        let lost = self.search(maze, &reduced, zone);
        if self.verdicts.len() < Self::MEMORY {
            self.verdicts.insert(reduced, lost);
        }
        lost
    }

    /// Depth-first.
    fn search(&mut self, maze: &Maze<'_>, reduced: &State, zone: &BoxSet) -> bool {
        let board = maze.board;
        let mut seen = FxHashSet::default();
        let mut stack = vec![reduced.clone()];
        while let Some(state) = stack.pop() {
            let state = self.let_go(maze, state, zone);
            if !seen.insert(state.clone()) {
                continue;
            }
            let is_open = self.give_up == GiveUp::Open && self.region.size() + state.boxes.len() >= board.len();
            if state.is_solved(board) || is_open || seen.len() > Self::BUDGET {
                return false;
            }
            let pushes: Vec<Push> = state.pushes(board, &self.region).collect();
            for push in pushes {
                let Some(to) = board.next(push.from, push.way) else { continue };
                if maze.distances.is_dead_place(maze.place_pushed(to, push.way)) {
                    continue;
                }
                let child = state.after(board, push, &mut self.region);
                if !self.freeze.is_dead(board, maze.distances.dead_squares(), &child.boxes, to)
                    && !seen.contains(&child)
                {
                    stack.push(child);
                }
            }
        }
        true
    }

    /// Takes away every box that can be pushed out of the zone. The region is left flooded.
    fn let_go(&mut self, maze: &Maze<'_>, mut state: State, zone: &BoxSet) -> State {
        loop {
            self.region.flood(maze.board, state.player, |s| state.boxes.has(s));
            state.player = self.region.least();
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
