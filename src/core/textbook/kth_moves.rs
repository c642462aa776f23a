//! The moves of the agent of the KTH report.
//!
//! ```text
//!   ####     The player has gone into a tunnel behind the box, which has a wall on a side: the push matters to no other
//!   @$       box, so it goes on, square by square, to a goal or until it may matter to another box.
//!   ###
//! ```
//! Moves are the deliveries of a matching (each brings a box off goal to a goal of its own, along a path that is free
//! now), and single pushes that go on through tunnels. Scores are left to [`super::kth`].

use crate::heuristic::BipartiteMatching;
use crate::level::{Board, Direction, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play, Push, Region, State};
use crate::run::{Meter, Stop};
use itertools::Itertools;

/// A box that stands on no goal, and a goal to which it can be pushed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Delivery {
    pub(super) from: Square,
    pub(super) to: Square,
}

/// Returns a maximum matching of boxes off goal to free goals to which they can be pushed now, in the order of boxes.
///
/// # Errors
/// A limit of the meter.
pub(super) fn deliveries(
    maze: &Maze<'_>,
    state: &State,
    (region, macros): (&mut Region, &mut Macros),
    meter: &Meter,
) -> Result<Vec<Delivery>, Stop> {
    let board = maze.board;
    region.flood(board, state.player, |s| state.boxes.has(s));
    let free: Vec<Square> = board.goals().iter().copied().filter(|&goal| !state.boxes.has(goal)).collect();
    let boxes: Vec<Square> = state.boxes.iter().filter(|&b| !board.is_goal(b)).collect();
    let mut to_goals: Vec<BoxSet> = Vec::new();
    let mut matching = BipartiteMatching::new(free.len());
    for &from in &boxes {
        meter.check()?;
        let found = macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Push);
        to_goals.push(BoxSet::of(board.len(), found.iter().map(|m| m.to).filter(|&to| board.is_goal(to))));
        matching.add(to_goals.len() - 1, &|of, goal| to_goals[of].has(free[goal]));
    }
    let delivery = |(of, to): (usize, usize)| Delivery { from: boxes[of], to: free[to] };
    Ok(matching.pairs().map(delivery).sorted_unstable().collect())
}

/// Returns a shortest sequence of pushes for a delivery; empty if it cannot be made.
pub(super) fn delivered(
    maze: &Maze<'_>,
    state: &State,
    delivery: Delivery,
    (region, macros): (&mut Region, &mut Macros),
) -> Vec<Push> {
    region.flood(maze.board, state.player, |s| state.boxes.has(s));
    let found = macros.of_box(maze, &state.boxes, delivery.from, |s| region.has(s), Play::Push);
    // The first of several paths is a shortest one.
    let first = found.iter().position(|m| m.to == delivery.to);
    first.map_or_else(Vec::new, |index| macros.pushes(maze.board, index))
}

/// Returns whether a square is a goal with walls on three sides: a box on it stays.
pub(super) fn is_pen(board: &Board, square: Square) -> bool {
    board.is_goal(square) && board.neighbours(square).count() <= 1
}

/// Returns a push, and the further pushes through the tunnel that matter to no other box: see the picture at the top.
pub(super) fn run_through(board: &Board, state: &State, push: Push) -> Vec<Push> {
    let is_wall = |s: Square, direction: Direction| board.next(s, direction).is_none();
    let sides = if matches!(push.direction, Direction::Up | Direction::Down) {
        [Direction::Left, Direction::Right]
    } else {
        [Direction::Up, Direction::Down]
    };
    let mut pushes = vec![push];
    let mut from = push.from;
    while let Some(to) = board.next(from, push.direction) {
        let in_tunnel = sides.iter().all(|&side| is_wall(from, side)) && sides.iter().any(|&side| is_wall(to, side));
        let beyond = board.next(to, push.direction).filter(|&s| !state.boxes.has(s));
        if !in_tunnel || board.is_goal(to) || beyond.is_none() {
            break;
        }
        pushes.push(Push { from: to, direction: push.direction });
        from = to;
    }
    pushes
}
