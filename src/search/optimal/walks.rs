//! How far must the player walk?

use crate::level::{Board, Square};

/// The steps from the player to each square that he reaches; used again and again without clearing.
#[derive(Clone, Debug)]
pub(super) struct Walks {
    stamp: Vec<u32>,
    steps: Vec<u32>,
    now: u32,
    queue: Vec<Square>,
}

impl Walks {
    /// For a board of so many squares.
    pub(super) fn new(squares: usize) -> Self {
        Self { stamp: vec![0; squares], steps: vec![0; squares], now: 0, queue: Vec::with_capacity(squares) }
    }

    /// Walks from the player, breadth-first; `blocked` says which squares hold boxes.
    pub(super) fn walk(&mut self, board: &Board, player: Square, blocked: impl Fn(Square) -> bool) {
        if self.now == u32::MAX {
            self.stamp.fill(0);
            self.now = 0;
        }
        self.now += 1;
        self.queue.clear();
        self.reach(player, 0);
        let mut next = 0;
        while let Some(&at) = self.queue.get(next) {
            next += 1;
            for near in board.near(at) {
                if self.stamp[near.index()] != self.now && !blocked(near) {
                    self.reach(near, self.steps[at.index()] + 1);
                }
            }
        }
    }

    fn reach(&mut self, square: Square, steps: u32) {
        self.stamp[square.index()] = self.now;
        self.steps[square.index()] = steps;
        self.queue.push(square);
    }

    /// The steps to a square of the last walk; `None` where the player cannot come.
    pub(super) fn steps_to(&self, square: Square) -> Option<u32> {
        (self.stamp[square.index()] == self.now).then(|| self.steps[square.index()])
    }
}
