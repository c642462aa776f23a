//! Enclosures: connected free squares that the player cannot reach, with the boxes around them.
//!
//! Reduced positions: only some boxes of a position stay on the board.
//!
//! Zone of closed squares: the surroundings whose boxes are kept.
//!
//! ```text
//!   ########     c are closed squares; the zone holds them and the squares around them, here the boxes 1, 2 and 3.
//!   #   4  #     Box 4 is behind box 1, so that 1 cannot be pushed in; neither can 1 be pushed sideways. Box 4 is
//!   # # 15 #     kept too: if it were left out, 1 could be pushed at once. Box 5 is beside 1 and is kept as it is
//!   # #2c3 #     around c.
//!   # ##c###
//! ```
//! Any zone is sound; boxes outside it are left out of the proof.

use crate::level::{Board, Direction, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Region};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Connected free squares that the player cannot reach, and the boxes around these squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::deadlock) struct Enclosure {
    pub(in crate::deadlock) squares: Vec<Square>,
    border: Vec<Square>,
}

impl Enclosure {
    /// Returns the squares of every two of these enclosures that share a box beside them, in their order.
    pub(in crate::deadlock) fn pairs(all: &[Self]) -> impl Iterator<Item = Vec<Square>> {
        let mut beside: FxHashMap<Square, Vec<usize>> = FxHashMap::default();
        for (number, one) in all.iter().enumerate() {
            one.border.iter().for_each(|&b| beside.entry(b).or_default().push(number));
        }
        all.iter().enumerate().flat_map(move |(number, one)| {
            let others = one.border.iter().flat_map(|b| &beside[b]).copied().filter(|&other| other > number);
            let others: BTreeSet<usize> = others.collect();
            others.into_iter().map(|other| [&one.squares[..], &all[other].squares].concat())
        })
    }
}

/// Returns all enclosures of a position, each by its first square in order. `region` must be the player's region.
pub(in crate::deadlock) fn enclosures(board: &Board, boxes: &BoxSet, region: &Region) -> Vec<Enclosure> {
    if region.size() + boxes.len() >= board.len() {
        return Vec::new();
    }
    let mut seen = BoxSet::empty(board.len());
    let mut found = Vec::new();
    for start in board.squares() {
        if !(seen.has(start) || region.has(start) || boxes.has(start)) {
            found.push(spread(board, boxes, start, &mut seen));
        }
    }
    found
}

/// Returns the enclosure of a square, and adds its squares to `seen`.
fn spread(board: &Board, boxes: &BoxSet, start: Square, seen: &mut BoxSet) -> Enclosure {
    let (mut squares, mut border) = (vec![start], Vec::new());
    seen.insert(start);
    let mut next = 0;
    while let Some(&at) = squares.get(next) {
        next += 1;
        for neighbour in board.neighbours(at) {
            if boxes.has(neighbour) {
                border.push(neighbour);
            } else if !seen.has(neighbour) {
                seen.insert(neighbour);
                squares.push(neighbour);
            }
        }
    }
    Enclosure { squares, border }
}

/// Some boxes of a position, the player's region with only these boxes on the board, and the owed goals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::deadlock) struct ReducedPosition {
    pub(in crate::deadlock) boxes: BoxSet,
    /// Lowest square of the player's region.
    pub(in crate::deadlock) player: Square,
    /// Owed goals: empty goals that no box, kept or not, can have reached.
    pub(in crate::deadlock) owed: BoxSet,
}

impl ReducedPosition {
    pub(in crate::deadlock) fn with(
        board: &Board,
        boxes: BoxSet,
        player: Square,
        owed: BoxSet,
        region: &mut Region,
    ) -> Self {
        region.flood(board, player, |s| boxes.has(s));
        Self { boxes, player: region.representative(), owed }
    }

    /// True if all boxes are on goals, and no goal is owed.
    pub(in crate::deadlock) fn is_done(&self, board: &Board) -> bool {
        self.owed.is_empty() && self.boxes.iter().all(|b| board.is_goal(b))
    }
}

pub(in crate::deadlock) fn retain(set: &mut BoxSet, is_kept: impl Fn(Square) -> bool) {
    for square in set.clone().iter().filter(|&s| !is_kept(s)) {
        set.remove(square);
    }
}

/// Returns the zone of the closed squares `closed`. `region` must be the player's region. Linear in `closed`.
pub(in crate::deadlock) fn zone_of(
    maze: &Maze<'_>,
    closed: impl IntoIterator<Item = Square>,
    boxes: &BoxSet,
    region: &Region,
) -> BoxSet {
    let board = maze.board;
    let mut zone = BoxSet::empty(board.len());
    for square in closed {
        board.around(square).for_each(|s| zone.insert(s));
        for direction in Direction::ALL {
            let Some(border) = board.next(square, direction).filter(|&b| boxes.has(b)) else { continue };
            let Some(behind) = board.next(border, direction).filter(|&b| boxes.has(b)) else { continue };
            if !can_be_pushed_across(maze, boxes, region, border, direction) {
                zone.insert(behind);
            }
        }
    }
    zone
}

fn can_be_pushed_across(maze: &Maze<'_>, boxes: &BoxSet, region: &Region, b: Square, along: Direction) -> bool {
    let mut across =
        Direction::ALL.into_iter().filter(|&direction| direction != along && direction != along.opposite());
    across.any(|direction| {
        let is_free = |to: Square| !boxes.has(to) && !maze.distances.is_dead(to);
        maze.board.next(b, direction).is_some_and(is_free)
            && maze.board.next(b, direction.opposite()).is_some_and(|stand| region.has(stand))
    })
}
