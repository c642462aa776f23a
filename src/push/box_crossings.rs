//! The fewest boxes that the player must walk through to reach a square.
//!
//! Computed from a board, the player's square, walls and boxes: the minimum number of boxes on a walk to each square,
//! and that walk. Whether those boxes can be pushed out of the way is not checked.

use crate::level::{Board, Square};
use std::collections::VecDeque;

const FAR: u32 = u32::MAX;

/// Walks through the fewest boxes from one square to all others; the memory is reused.
#[derive(Clone, Debug, Default)]
pub struct BoxCrossingDistances {
    /// The boxes on the walk to each square, including one on it; [`FAR`] behind walls.
    passed: Vec<u32>,
    parents: Vec<Option<Square>>,
    queue: VecDeque<Square>,
}

impl BoxCrossingDistances {
    /// Measures by 0-1 breadth-first search: free squares first. Linear in the squares.
    pub fn measure(
        &mut self,
        board: &Board,
        player: Square,
        is_wall: impl Fn(Square) -> bool,
        is_box: impl Fn(Square) -> bool,
    ) {
        self.passed.clear();
        self.passed.resize(board.len(), FAR);
        self.parents.clear();
        self.parents.resize(board.len(), None);
        self.passed[player.index()] = 0;
        self.queue.push_back(player);
        while let Some(at) = self.queue.pop_front() {
            let here = self.passed[at.index()];
            for neighbour in board.neighbours(at).filter(|&s| !is_wall(s)) {
                let passed = here + u32::from(is_box(neighbour));
                if passed < self.passed[neighbour.index()] {
                    self.passed[neighbour.index()] = passed;
                    self.parents[neighbour.index()] = Some(at);
                    if is_box(neighbour) {
                        self.queue.push_back(neighbour);
                    } else {
                        self.queue.push_front(neighbour);
                    }
                }
            }
        }
    }

    /// Returns the number of boxes on the way to a square, including one on it; `None` where walls are in between.
    pub fn to(&self, square: Square) -> Option<u32> {
        Some(self.passed[square.index()]).filter(|&passed| passed != FAR)
    }

    /// Returns the squares of the walk to a square, from its end back to the player; empty where there is no walk.
    pub fn back(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        let end = Some(square).filter(|&s| self.to(s).is_some());
        std::iter::successors(end, |at| self.parents[at.index()])
    }
}
