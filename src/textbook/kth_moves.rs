//! The moves of the agent of the KTH report.
//!
//! ```text
//!   ####     The player has gone into a tunnel behind the box, which has a wall on a side: the push matters to no other
//!   @$       box, so it goes on, square by square, to a goal or to where that is no longer so.
//!   ###
//! ```
//! For a state these are the deliveries of a matching (each box off goal to a goal of its own, along a path that is
//! free now), and single pushes that go on through tunnels. Scores are left to [`super::kth`].

use crate::heuristic::BipartiteMatching;
use crate::level::{Board, Direction, Square};
use crate::maze::Maze;
use crate::push::{Macros, Play, Push, Region, State};
use crate::run::{Meter, Stop};
use rustc_hash::FxHashMap;

/// The pushes that bring a box to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Delivery {
    pub(super) pushes: Vec<Push>,
    pub(super) to: Square,
}

/// A maximum matching of the boxes off goal to the free goals, by paths that can be pushed now; in the order of the
/// boxes.
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
    let mut to_goals: Vec<FxHashMap<Square, Vec<Push>>> = Vec::new();
    let mut matching = BipartiteMatching::new(free.len());
    for from in state.boxes.iter().filter(|&b| !board.is_goal(b)) {
        meter.check()?;
        let found = macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Push).to_vec();
        let mut paths = FxHashMap::default();
        for (index, reached) in found.iter().enumerate().filter(|(_, m)| board.is_goal(m.to)) {
            // The first path is one of the shortest.
            paths.entry(reached.to).or_insert_with(|| macros.pushes(board, index));
        }
        to_goals.push(paths);
        matching.add(to_goals.len() - 1, &|of, goal| to_goals[of].contains_key(&free[goal]));
    }
    let mut matched: Vec<(usize, Square)> = matching.pairs().map(|(of, goal)| (of, free[goal])).collect();
    matched.sort_unstable();
    let delivery = |(of, to): (usize, Square)| Some(Delivery { pushes: to_goals[of].remove(&to)?, to });
    Ok(matched.into_iter().filter_map(delivery).collect())
}

/// Returns whether the square is a goal with walls on three sides: a box on it stays.
pub(super) fn is_pen(board: &Board, square: Square) -> bool {
    board.is_goal(square) && board.neighbours(square).count() <= 1
}

/// The push, and those that go on from it as long as they matter to no other box: see the picture above.
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
