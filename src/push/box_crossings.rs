//! Through how many boxes must the player walk?
//!
//! In come a board, where he is, and what is a wall and what a box; out come the fewest boxes on a walk to any square, and
//! that walk. Whether those boxes can be pushed out of the way is not asked.

use crate::level::{Board, Square};
use std::collections::VecDeque;

const FAR: u32 = u32::MAX;

/// Walks through the fewest boxes from one square to all others; used again and again.
#[derive(Clone, Debug, Default)]
pub struct BoxCrossingDistances {
    /// The boxes on the walk to each square, its own among them; [`FAR`] where walls are in between.
    passed: Vec<u32>,
    parents: Vec<Option<Square>>,
    queue: VecDeque<Square>,
}

impl BoxCrossingDistances {
    /// Breadth-first, over free squares first.
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

    /// How many boxes are passed on the way to a square, one on it among them; none where he cannot come.
    pub fn to(&self, square: Square) -> Option<u32> {
        Some(self.passed[square.index()]).filter(|&passed| passed != FAR)
    }

    /// The squares of the walk to a square, from its end back to where the player is; nothing where he cannot come.
    pub fn back(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        let end = Some(square).filter(|&s| self.to(s).is_some());
        std::iter::successors(end, |at| self.parents[at.index()])
    }
}
