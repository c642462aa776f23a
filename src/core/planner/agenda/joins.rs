//! Effect of a group's pushes on the other groups: the squares that they need and that stay joined.

use crate::level::{Board, Direction, Square};
use crate::maze::{Maze, components};
use std::collections::VecDeque;

/// Returns for each square the number of its connected part of the free floor; `None` for blocked squares.
pub(super) fn parts(board: &Board, blocked: impl Fn(Square) -> bool) -> Vec<Option<usize>> {
    let is_free: Vec<bool> = board.squares().map(|square| !blocked(square)).collect();
    let part = components(board, |from, _, to| is_free[from.index()] && is_free[to.index()]);
    part.into_iter().zip(is_free).map(|(part, is_free)| is_free.then_some(part)).collect()
}

/// True if each part of the free floor stays joined once `filled` is filled. Looks for ways around the filled squares, nearest
/// squares first, so if there is a short one, only the squares nearby are visited.
pub(super) fn stays_joined(board: &Board, is_free: impl Fn(Square) -> bool, filled: &[Square]) -> bool {
    let is_left = |square: Square| is_free(square) && filled.binary_search(&square).is_err();
    let mut seen = vec![false; board.len()];
    filled.iter().filter(|&&root| is_free(root)).all(|&root| {
        let mut around: Vec<Square> = Vec::new();
        let mut stack: Vec<Square> =
            (!std::mem::replace(&mut seen[root.index()], true)).then_some(root).into_iter().collect();
        while let Some(at) = stack.pop() {
            for near in board.neighbours(at).filter(|&near| is_free(near)) {
                if is_left(near) {
                    around.push(near);
                } else if !std::mem::replace(&mut seen[near.index()], true) {
                    stack.push(near);
                }
            }
        }
        are_joined(board, is_left, around)
    })
}

/// True if walks over free squares join all these squares.
fn are_joined(board: &Board, is_free: impl Fn(Square) -> bool, mut squares: Vec<Square>) -> bool {
    squares.sort_unstable();
    squares.dedup();
    let Some(&first) = squares.first() else { return true };
    let mut left = squares.len() - 1;
    let mut seen = vec![false; board.len()];
    seen[first.index()] = true;
    let mut queue = VecDeque::from([first]);
    while let Some(at) = queue.pop_front().filter(|_| left > 0) {
        for near in board.neighbours(at).filter(|&near| is_free(near)) {
            if !std::mem::replace(&mut seen[near.index()], true) {
                left -= usize::from(squares.binary_search(&near).is_ok());
                queue.push_back(near);
            }
        }
    }
    left == 0
}

/// Squares that the boxes of groups can be pushed to and still reach a goal, each box alone on the board.
#[derive(Debug)]
pub(super) struct Reached {
    of: Vec<Vec<Square>>,
    /// For each square, the number of groups whose boxes can come to it.
    counts: Vec<u32>,
}

impl Reached {
    /// Counts the squares for groups with boxes on these squares.
    pub(super) fn new<'b>(maze: &Maze<'_>, groups: impl Iterator<Item = &'b [Square]>) -> Self {
        let mut reached = Self { of: Vec::new(), counts: vec![0; maze.board.len()] };
        for (number, boxes) in groups.enumerate() {
            reached.of.push(Vec::new());
            reached.set(maze, number, boxes);
        }
        reached
    }

    /// Counts the squares of a group again, for boxes on these squares.
    pub(super) fn set(&mut self, maze: &Maze<'_>, number: usize, boxes: &[Square]) {
        self.of[number].iter().for_each(|square| self.counts[square.index()] -= 1);
        self.of[number] = reached(maze, boxes);
        self.of[number].iter().for_each(|square| self.counts[square.index()] += 1);
    }
}

/// Returns the squares that one of the boxes, alone on the board, can be pushed to and still reach a goal.
fn reached(maze: &Maze<'_>, boxes: &[Square]) -> Vec<Square> {
    let (board, sides) = (maze.board, &maze.sides);
    let mut seen = vec![[false; 4]; board.len()];
    let mut stack: Vec<(Square, u8)> =
        boxes.iter().flat_map(|&square| (0..sides.groups(square).min(4)).map(move |group| (square, group))).collect();
    stack.iter().for_each(|&(square, group)| seen[square.index()][usize::from(group)] = true);
    let mut squares = boxes.to_vec();
    while let Some((at, group)) = stack.pop() {
        for direction in Direction::ALL {
            let back = direction.opposite();
            if board.next(at, back).is_none() || sides.group(at, back) != group {
                continue;
            }
            let Some(to) = board.next(at, direction) else { continue };
            let side = sides.group(to, back);
            if maze.distances.is_dead_place(maze.place_pushed(to, direction)) {
                continue;
            }
            if !seen[to.index()].contains(&true) {
                squares.push(to);
            }
            if !std::mem::replace(&mut seen[to.index()][usize::from(side)], true) {
                stack.push((to, side));
            }
        }
    }
    squares
}
