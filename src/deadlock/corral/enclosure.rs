//! Enclosures: connected free squares that the player cannot reach, with the boxes around them.

use crate::level::{Board, Square};
use crate::push::{BoxSet, Region};

/// Connected free squares that the player cannot reach, and the boxes around these squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::deadlock) struct Enclosure {
    /// Free squares that the player cannot reach.
    pub(in crate::deadlock) squares: BoxSet,
    /// Boxes beside the squares of `squares`.
    pub(in crate::deadlock) border: BoxSet,
}

impl Enclosure {
    /// Returns the union of two enclosures; `None` if no box is beside the squares of both.
    pub(in crate::deadlock) fn joined(&self, other: &Self) -> Option<Self> {
        let mut shared = self.border.iter().filter(|&b| other.border.has(b));
        shared.next()?;
        let mut both = self.clone();
        other.squares.iter().for_each(|s| both.squares.insert(s));
        other.border.iter().for_each(|b| both.border.insert(b));
        Some(both)
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
            let enclosure = spread(board, boxes, start);
            enclosure.squares.iter().for_each(|s| seen.insert(s));
            found.push(enclosure);
        }
    }
    found
}

/// Returns the enclosure of the free squares connected with `start`.
fn spread(board: &Board, boxes: &BoxSet, start: Square) -> Enclosure {
    let mut enclosure = Enclosure { squares: BoxSet::of(board.len(), [start]), border: BoxSet::empty(board.len()) };
    let mut stack = vec![start];
    while let Some(at) = stack.pop() {
        for neighbour in board.neighbours(at) {
            if boxes.has(neighbour) {
                enclosure.border.insert(neighbour);
            } else if !enclosure.squares.has(neighbour) {
                enclosure.squares.insert(neighbour);
                stack.push(neighbour);
            }
        }
    }
    enclosure
}
