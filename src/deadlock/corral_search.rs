//! Is a corral lost, whatever happens elsewhere?
//!
//! ```text
//!   ######      The boxes around the closed squares are kept, with those next to them; all others are taken away.
//!   # $  #      Pushes are searched from the player's side until a box of the corral has been pushed where it frees
//!   #@$ ##      the way in, or all kept boxes stand on goals. When the search runs dry first, no way leads on: fewer
//!   # $###      boxes only make more pushes possible, so the whole position is dead too. A box that leaves the
//!   ######      neighbourhood is taken away for the same reason.
//! ```
//! In comes a position; out comes whether one of its corrals is proved dead. Under a budget: silence proves nothing.

use super::Freeze;
use crate::level::{Board, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play, Push, Region, State};
use rustc_hash::{FxHashMap, FxHashSet};

/// The test, with its memory of verdicts: keyed by the boxes and the player's region in the reduced position.
#[derive(Clone, Debug)]
pub struct CorralSearch {
    region: Region,
    outer: Region,
    freeze: Freeze,
    macros: Macros,
    verdicts: FxHashMap<State, bool>,
    /// The most positions searched for one corral.
    pub budget: usize,
}

impl CorralSearch {
    const MEMORY: usize = 100_000;

    /// For a board of so many squares.
    pub fn new(squares: usize) -> Self {
        Self {
            region: Region::new(squares),
            outer: Region::new(squares),
            freeze: Freeze::new(squares),
            macros: Macros::new(squares),
            verdicts: FxHashMap::default(),
            budget: 200,
        }
    }

    /// Is one of the corrals dead?
    pub fn is_dead(&mut self, maze: &Maze<'_>, state: &State) -> bool {
        self.dead_corral(maze, state, None).is_some()
    }

    /// The boxes of a corral that is dead; with a box given, of one that it is part of.
    pub fn dead_corral(&mut self, maze: &Maze<'_>, state: &State, with: Option<Square>) -> Option<BoxSet> {
        let board = maze.board;
        self.outer.flood(board, state.player, |s| state.boxes.has(s));
        if self.outer.size() + state.boxes.len() >= board.len() {
            return None;
        }
        let mut seen = vec![false; board.len()];
        for start in board.squares() {
            if seen[start.index()] || self.outer.has(start) || state.boxes.has(start) {
                continue;
            }
            let (kept, zone) = self.gather(maze, state, start, &mut seen);
            let is_asked = with.is_none_or(|b| kept.has(b));
            if is_asked && self.verdict(maze, kept.clone(), &zone, state.player) {
                return Some(kept);
            }
        }
        None
    }

    /// The boxes on the border of a closed area with those that touch them, and the neighbourhood of all that.
    fn gather(&self, maze: &Maze<'_>, state: &State, start: Square, seen: &mut [bool]) -> (BoxSet, BoxSet) {
        let board = maze.board;
        let mut border = BoxSet::empty(board.len());
        let mut zone = BoxSet::of(board.len(), [start]);
        seen[start.index()] = true;
        let mut stack = vec![start];
        while let Some(at) = stack.pop() {
            for near in board.near(at) {
                if state.boxes.has(near) {
                    border.insert(near);
                } else if !seen[near.index()] {
                    seen[near.index()] = true;
                    zone.insert(near);
                    stack.push(near);
                }
            }
        }
        let mut kept = border.clone();
        for b in border.iter() {
            for near in around(board, b) {
                zone.insert(near);
                if state.boxes.has(near) {
                    kept.insert(near);
                }
            }
        }
        (kept, zone)
    }

    fn verdict(&mut self, maze: &Maze<'_>, kept: BoxSet, zone: &BoxSet, player: Square) -> bool {
        self.region.flood(maze.board, player, |s| kept.has(s));
        let reduced = State { boxes: kept, player: self.region.least() };
        if let Some(&known) = self.verdicts.get(&reduced) {
            return known;
        }
        let dead = self.search(maze, &reduced, zone);
        if self.verdicts.len() < Self::MEMORY {
            self.verdicts.insert(reduced, dead);
        }
        dead
    }

    /// Depth-first, until the player reaches every square or all boxes stand on goals.
    fn search(&mut self, maze: &Maze<'_>, reduced: &State, zone: &BoxSet) -> bool {
        let board = maze.board;
        let mut seen = FxHashSet::default();
        let mut stack = vec![reduced.clone()];
        while let Some(state) = stack.pop() {
            let state = self.let_go(maze, state, zone);
            if !seen.insert(state.clone()) {
                continue;
            }
            if state.is_solved(board)
                || self.region.size() + state.boxes.len() >= board.len()
                || seen.len() > self.budget
            {
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

    /// Takes away every box that can be pushed out of the neighbourhood while the others stand still: nothing is lost
    /// by that, for the player can walk back. The region is left flooded.
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

/// The squares around a square, corners included.
fn around(board: &Board, square: Square) -> impl Iterator<Item = Square> + '_ {
    let (row, column) = board.row_column(square);
    let places = (0..3).flat_map(move |r| (0..3).map(move |c| (row + r, column + c)));
    places.filter_map(|(r, c)| board.square(r.checked_sub(1)?, c.checked_sub(1)?))
}
