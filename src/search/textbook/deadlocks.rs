//! Which pushes and pulls are lost, by the rules that are switched on.
//!
//! In comes a position right after a push, with the pushed box; out comes whether one of the rules says that it is dead.
//! Every rule is sound, alone and with any others. By pulls only one is asked: can the box still come to a start?

use super::{Switch, Switches, corners, lines};
use crate::deadlock::{DeadlockPatterns, Freeze};
use crate::level::{Board, Square};
use crate::maze::Maze;
use crate::push::BoxSet;
use std::sync::LazyLock;

/// The built-in patterns: to prove them takes longer than many a search.
static PATTERNS: LazyLock<DeadlockPatterns> = LazyLock::new(DeadlockPatterns::default);

/// The rules, with what they know of a board.
#[derive(Debug)]
pub struct Deadlocks {
    /// Corners, lines and dead squares, as far as they are on: no box goes there.
    closed: Vec<bool>,
    /// What the freeze test may take as dead.
    dead: Vec<bool>,
    freeze: Option<Freeze>,
    patterns: Option<&'static DeadlockPatterns>,
}

impl Deadlocks {
    /// For pushes.
    pub fn of_pushes(maze: &Maze<'_>, switches: Switches) -> Self {
        let board = maze.board;
        let mut closed = vec![false; board.len()];
        let mut close = |squares: &[bool]| closed.iter_mut().zip(squares).for_each(|(c, &s)| *c |= s);
        let mut dead = vec![false; board.len()];
        if switches.has(Switch::Corner) {
            close(&corners(board));
        }
        if switches.has(Switch::Line) {
            close(&lines(board));
        }
        if switches.has(Switch::DeadSquares) {
            close(maze.distances.dead_squares());
            dead.copy_from_slice(maze.distances.dead_squares());
        }
        let freeze = switches.has(Switch::Freeze).then(|| Freeze::new(board.len()));
        let patterns = switches.has(Switch::Patterns).then(|| &*PATTERNS);
        Self { closed, dead, freeze, patterns }
    }

    /// For pulls, where `dead` are the squares from which a box can be pulled to no start.
    pub fn of_pulls(board: &Board, dead: &[bool], switches: Switches) -> Self {
        let closed = if switches.has(Switch::DeadSquares) { dead.to_vec() } else { vec![false; board.len()] };
        Self { dead: Vec::new(), closed, freeze: None, patterns: None }
    }

    /// Is the position lost in which a box has just come to `to`, and the player to `player`?
    pub fn is_dead(&mut self, board: &Board, boxes: &BoxSet, to: Square, player: Square) -> bool {
        let is_box = |s| boxes.has(s);
        self.closed[to.index()]
            || self.patterns.is_some_and(|p| p.find(board, is_box, to, player).is_some())
            || self.freeze.as_mut().is_some_and(|f| f.is_dead(board, &self.dead, boxes, to))
    }
}
