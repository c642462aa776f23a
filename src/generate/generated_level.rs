//! A generated level with its known solution.
//!
//! Built from a pulled position. The choice of levels is left to the generator.

use super::pulls::Pulls;
use crate::level::{Board, Direction, Grid, Level, Square, Tile};
use std::collections::VecDeque;

/// A level with its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedLevel {
    /// The level.
    pub level: Level,
    /// The moves of a solution, pushes in upper case.
    pub lurd: String,
    /// The number of pushes of the solution.
    pub pushes: u32,
    /// The number of changes to another box in the solution.
    pub box_changes: u32,
    /// Whether the solution has the fewest pushes.
    pub fewest: bool,
}

impl GeneratedLevel {
    /// Builds a level of one of the pulled positions; `None` only if the picture is not a level.
    pub(super) fn new(title: String, board: &Board, empty: &Grid, pulls: &Pulls<'_>, index: usize) -> Option<Self> {
        let pulled = &pulls.tree[index];
        let solved = &pulls.tree[0].boxes;
        let mut grid = empty.clone();
        for square in board.squares() {
            let (row, column) = board.row_column(square);
            let has_box = pulled.boxes.binary_search(&square).is_ok();
            grid.set(row, column, Tile::floor_with(solved.contains(&square), has_box, square == pulled.player));
        }
        let level = Level::from_grid(title, super::layout::tidy(&grid)).ok()?;
        let lurd = lurd(board, pulled.player, &pulled.boxes, &pulls.way_back(index))?;
        let fewest = pulls.exact;
        Some(Self { level, lurd, pushes: pulled.pushes, box_changes: pulled.box_changes, fewest })
    }
}

/// Returns the pushes with the walks between them.
fn lurd(board: &Board, player: Square, boxes: &[Square], pushes: &[(Square, Direction)]) -> Option<String> {
    let (mut player, mut boxes, mut lurd) = (player, boxes.to_vec(), String::new());
    for &(square, direction) in pushes {
        let behind = board.next(square, direction.opposite())?;
        lurd += &walk(board, player, behind, &boxes)?;
        lurd.push(direction.letter(true));
        let to = board.next(square, direction)?;
        boxes.iter_mut().filter(|b| **b == square).for_each(|b| *b = to);
        player = square;
    }
    Some(lurd)
}

/// Returns a shortest walk around the boxes.
fn walk(board: &Board, from: Square, to: Square, boxes: &[Square]) -> Option<String> {
    let mut parents: Vec<Option<Direction>> = vec![None; board.len()];
    let mut queue = VecDeque::from([to]);
    // From the end, so that the moves come out in order.
    while let Some(at) = queue.pop_front().filter(|&at| at != from) {
        for direction in Direction::ALL {
            if let Some(neighbour) =
                board.next(at, direction).filter(|n| *n != to && parents[n.index()].is_none() && !boxes.contains(n))
            {
                parents[neighbour.index()] = Some(direction.opposite());
                queue.push_back(neighbour);
            }
        }
    }
    let mut moves = String::new();
    let mut at = from;
    while at != to {
        let direction = parents[at.index()]?;
        moves.push(direction.letter(false));
        at = board.next(at, direction)?;
    }
    Some(moves)
}
