//! Effect of a group's pushes on the other groups: the squares that they need and that stay joined.
//!
//! A commit is *safe* if it provably takes no solution away: no other box can ever come to a goal of the group, and in the part of
//! the floor that no other box can enter, the player still walks from every border to every other. Then in each solution the boxes
//! of the group end on its goals, and the other pushes of the solution alone, in the same order, solve the position after the
//! commit.

use crate::level::{Board, Direction, Square};
use crate::maze::{Maze, components};
use crate::push::BoxSet;
use std::collections::BTreeSet;

/// Returns for each square the number of its connected part of the free floor; `None` for blocked squares.
pub(super) fn parts(board: &Board, blocked: impl Fn(Square) -> bool) -> Vec<Option<usize>> {
    let is_free: Vec<bool> = board.squares().map(|square| !blocked(square)).collect();
    let part = components(board, |from, _, to| is_free[from.index()] && is_free[to.index()]);
    part.into_iter().zip(is_free).map(|(part, is_free)| is_free.then_some(part)).collect()
}

/// True if a solvable position provably remains solvable with the boxes of a group on `goals`; see the module.
pub(super) fn is_safe(maze: &Maze<'_>, others: &BoxSet, goals: &[Square], player: Square) -> bool {
    let board = maze.board;
    let reached = reached(maze, others);
    if goals.iter().any(|goal| reached[goal.index()]) {
        return false;
    }
    // The parts that no other box enters, with the goals of the group, and without them.
    let whole = parts(board, |square| reached[square.index()]);
    let rest = parts(board, |square| reached[square.index()] || goals.contains(&square));
    let touched: BTreeSet<usize> = goals.iter().filter_map(|goal| whole[goal.index()]).collect();
    touched.into_iter().all(|part| {
        let of_part = |square: &Square| whole[square.index()] == Some(part);
        let is_border = |square: &Square| board.neighbours(*square).any(|near| reached[near.index()]);
        let mut ends = board.squares().filter(of_part).filter(|square| is_border(square) || *square == player);
        let first = ends.next().map(|square| rest[square.index()]);
        first.is_none_or(|first| first.is_some() && ends.all(|square| rest[square.index()] == first))
    })
}

/// Returns for each square whether one of the boxes, alone on the board, can come to it and still reach a goal.
fn reached(maze: &Maze<'_>, boxes: &BoxSet) -> Vec<bool> {
    let (board, sides) = (maze.board, &maze.sides);
    let mut seen = vec![[false; 4]; board.len()];
    let mut stack: Vec<(Square, u8)> =
        boxes.iter().flat_map(|square| (0..sides.groups(square).min(4)).map(move |group| (square, group))).collect();
    stack.iter().for_each(|&(square, group)| seen[square.index()][usize::from(group)] = true);
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
            if !std::mem::replace(&mut seen[to.index()][usize::from(side)], true) {
                stack.push((to, side));
            }
        }
    }
    seen.into_iter().map(|sides| sides.contains(&true)).collect()
}
