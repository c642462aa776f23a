//! Squares that lone boxes can reach, and connected parts of the board. Boxes do not block each other here, so every
//! push of a real solution is included.

use crate::level::{Board, Direction, Position, Square};
use crate::maze::Maze;

/// Squares and pushes that each box can reach if it is alone on the board.
#[derive(Clone, Debug)]
pub(super) struct Lone {
    comes: Vec<bool>,
    /// Pushes as squares of player, box and target, sorted by box.
    pub(super) pushes: Vec<[Square; 3]>,
}

impl Lone {
    pub(super) fn new(maze: &Maze<'_>, start: &Position) -> Self {
        let mut comes = vec![false; maze.board.len()];
        let mut stack = start.boxes.clone();
        stack.iter().for_each(|b| comes[b.index()] = true);
        let mut pushes = Vec::new();
        while let Some(from) = stack.pop() {
            for push in Direction::ALL.into_iter().filter_map(|direction| live_push(maze, from, direction)) {
                pushes.push(push);
                if !std::mem::replace(&mut comes[push[2].index()], true) {
                    stack.push(push[2]);
                }
            }
        }
        pushes.sort_by_key(|&[behind, from, to]| (from, to, behind));
        Self { comes, pushes }
    }

    /// Returns whether some box can reach this square, or stands on it.
    pub(super) fn has(&self, square: Square) -> bool {
        self.comes[square.index()]
    }
}

/// Returns the squares of player, box and target of a push; `None` if a wall blocks the push or the box is then dead.
pub(super) fn live_push(maze: &Maze<'_>, from: Square, direction: Direction) -> Option<[Square; 3]> {
    let behind = maze.board.next(from, direction.opposite())?;
    let to = maze.board.next(from, direction)?;
    (!maze.distances.is_dead_place(maze.place_pushed(to, direction))).then_some([behind, from, to])
}

/// Returns for each square that `is_in` accepts the first square of its connected part; `None` for others. Linear time.
pub(super) fn parts(board: &Board, is_in: impl Fn(Square) -> bool) -> Vec<Option<Square>> {
    let mut part = vec![None; board.len()];
    for first in board.squares().filter(|&s| is_in(s)) {
        if part[first.index()].is_some() {
            continue;
        }
        part[first.index()] = Some(first);
        let mut stack = vec![first];
        while let Some(at) = stack.pop() {
            for neighbour in board.neighbours(at).filter(|&s| is_in(s)) {
                if part[neighbour.index()].is_none() {
                    part[neighbour.index()] = Some(first);
                    stack.push(neighbour);
                }
            }
        }
    }
    part
}
