//! Walking distances of the player from one square to all others among occupied squares. Memory is reused.

use crate::level::{Board, Square};

/// Numbers of the player's steps from one square to all other squares.
#[derive(Clone, Debug)]
pub struct WalkDistances {
    /// For each square, the number of the last search that visited it, and the distance in that search.
    met: Vec<(u32, u32)>,
    now: u32,
    queue: Vec<Square>,
}

impl WalkDistances {
    /// Creates the working memory for a board of `squares` squares, without distances.
    pub fn new(squares: usize) -> Self {
        Self { met: vec![(0, 0); squares], now: 0, queue: Vec::with_capacity(squares) }
    }

    /// Computes the distances from a square by breadth-first search; `blocked` is true for occupied squares.
    pub fn measure(&mut self, board: &Board, from: Square, blocked: impl Fn(Square) -> bool) {
        if self.now == u32::MAX {
            self.met.fill((0, 0));
            self.now = 0;
        }
        self.now += 1;
        self.queue.clear();
        self.queue.push(from);
        self.met[from.index()] = (self.now, 0);
        let mut next = 0;
        while let Some(&at) = self.queue.get(next) {
            next += 1;
            let steps = self.met[at.index()].1 + 1;
            for neighbour in board.neighbours(at) {
                if self.met[neighbour.index()].0 != self.now && !blocked(neighbour) {
                    self.met[neighbour.index()] = (self.now, steps);
                    self.queue.push(neighbour);
                }
            }
        }
    }

    /// Returns the number of steps to a square; `None` if it is not reachable.
    #[inline]
    pub fn to(&self, square: Square) -> Option<u32> {
        let (when, steps) = self.met[square.index()];
        (when == self.now).then_some(steps)
    }
}
