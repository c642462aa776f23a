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

use super::zone_search::{GiveUp, ZoneSearch};
use crate::level::{Board, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Region, State};

/// The test.
#[derive(Clone, Debug)]
pub struct CorralSearch {
    outer: Region,
    zone: ZoneSearch,
}

impl CorralSearch {
    /// For a board of so many squares.
    pub fn new(squares: usize) -> Self {
        Self { outer: Region::new(squares), zone: ZoneSearch::new(squares, GiveUp::Open) }
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
            if is_asked && self.zone.is_lost(maze, kept.clone(), &zone, state.player) {
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
}

/// The squares around a square, corners included.
pub(super) fn around(board: &Board, square: Square) -> impl Iterator<Item = Square> + '_ {
    let (row, column) = board.row_column(square);
    let places = (0..3).flat_map(move |r| (0..3).map(move |c| (row + r, column + c)));
    places.filter_map(|(r, c)| board.square(r.checked_sub(1)?, c.checked_sub(1)?))
}
