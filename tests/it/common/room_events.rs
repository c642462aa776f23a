//! Closures of areas and outcomes of room events by their definitions, without any of the code that they are compared with.

use sokoplan::level::{Board, Direction, Square};
use sokoplan::maze::{Areas, Maze};
use std::collections::BTreeSet;

pub(crate) type Squares = BTreeSet<Square>;

/// All squares that the player reaches.
pub(crate) fn reached(board: &Board, boxes: &Squares, from: Square) -> Squares {
    let (mut seen, mut stack) = (Squares::from([from]), vec![from]);
    while let Some(at) = stack.pop() {
        stack.extend(board.neighbours(at).filter(|s| !boxes.contains(s) && seen.insert(*s)));
    }
    seen
}

/// The positions after each push of a box of the area: silent ones, and crossings into `to`.
fn pushes(
    maze: &Maze<'_>,
    areas: &Areas,
    [from, to]: [u16; 2],
    (boxes, region): &(Squares, Squares),
) -> Vec<(bool, (Squares, Squares))> {
    let board = maze.board;
    let mut all = Vec::new();
    for &at in boxes.iter().filter(|&&at| areas.area_of(at).0 == from) {
        for direction in Direction::ALL {
            let is_behind = board.next(at, direction.opposite()).is_some_and(|s| region.contains(&s));
            let target = board.next(at, direction).filter(|s| is_behind && !boxes.contains(s));
            let Some(target) = target else { continue };
            let crosses = areas.area_of(target).0 == to;
            let is_silent = areas.area_of(target).0 == from;
            let is_dead = maze.distances.is_dead_place(maze.place_pushed(target, direction));
            if (crosses || is_silent) && !is_dead {
                let mut after = boxes.clone();
                after.remove(&at);
                // The box that leaves is taken off the board.
                after.extend((!crosses).then_some(target));
                let region = reached(board, &after, at);
                all.push((crosses, (after, region)));
            }
        }
    }
    all
}

/// All positions that silent pushes lead to; `None` if there are more than 200.
pub(crate) fn closure(
    maze: &Maze<'_>,
    areas: &Areas,
    event: [u16; 2],
    start: &(Squares, Squares),
) -> Option<BTreeSet<(Squares, Squares)>> {
    let (mut seen, mut stack) = (BTreeSet::from([start.clone()]), vec![start.clone()]);
    while let Some(at) = stack.pop() {
        let silent = pushes(maze, areas, event, &at).into_iter().filter(|(crosses, _)| !crosses);
        stack.extend(silent.map(|(_, after)| after).filter(|after| seen.insert(after.clone())));
        if seen.len() > 200 {
            return None;
        }
    }
    Some(seen)
}

/// The number of outcomes of an event by its definition; `None` if too many positions are to be looked at.
pub(crate) fn outcomes(maze: &Maze<'_>, areas: &Areas, event: [u16; 2], start: &(Squares, Squares)) -> Option<usize> {
    let closure = |start: &(Squares, Squares)| closure(maze, areas, event, start);
    let mut found: Vec<(Squares, Squares)> = Vec::new();
    for at in closure(start)? {
        for (_, after) in pushes(maze, areas, event, &at).into_iter().filter(|(crosses, _)| *crosses) {
            if !found.contains(&after) {
                found.push(after);
            }
        }
    }
    let reaches: Vec<BTreeSet<_>> = found.iter().map(closure).collect::<Option<_>>()?;
    let leads = |a: usize, b: usize| reaches[a].contains(&found[b]);
    let is_first = |&b: &usize| (0..found.len()).all(|a| !leads(a, b) || leads(b, a));
    let first: Vec<usize> = (0..found.len()).filter(is_first).collect();
    Some(first.iter().filter(|&&b| !first.iter().any(|&a| a < b && leads(a, b))).count())
}
