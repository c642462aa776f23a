//! Player's region: the squares that the player reaches without a push.

use crate::level::{Board, Square};

/// A region of the player, whose memory is reused without clearing: a square is in it if its stamp is the newest.
#[derive(Clone, Debug)]
pub struct Region {
    stamp: Vec<u32>,
    now: u32,
    stack: Vec<Square>,
    representative: Square,
    size: usize,
}

impl Region {
    /// Creates an empty region, for a board of `squares` squares.
    pub fn new(squares: usize) -> Self {
        Self { stamp: vec![0; squares], now: 0, stack: Vec::with_capacity(squares), representative: Square(0), size: 0 }
    }

    /// Sets the region to the squares reachable from `player` without `blocked` squares. Linear in the region.
    #[inline]
    pub fn flood(&mut self, board: &Board, player: Square, blocked: impl Fn(Square) -> bool) {
        self.clear();
        (self.representative, self.size) = (player, 0);
        self.spread(board, player, &blocked);
    }

    /// Returns the lowest square of every region into which the squares that are not blocked fall, ascending.
    pub fn each(&mut self, board: &Board, blocked: impl Fn(Square) -> bool) -> Vec<Square> {
        self.clear();
        let mut each = Vec::new();
        for square in board.squares() {
            if !self.has(square) && !blocked(square) {
                self.spread(board, square, &blocked);
                each.push(square);
            }
        }
        each
    }

    /// Adds all squares that are reachable from `from`.
    #[inline]
    fn spread(&mut self, board: &Board, from: Square, blocked: &impl Fn(Square) -> bool) {
        self.stamp[from.index()] = self.now;
        self.size += 1;
        self.stack.push(from);
        while let Some(at) = self.stack.pop() {
            for neighbour in board.neighbours(at) {
                if self.stamp[neighbour.index()] != self.now && !blocked(neighbour) {
                    self.stamp[neighbour.index()] = self.now;
                    self.size += 1;
                    self.representative = self.representative.min(neighbour);
                    self.stack.push(neighbour);
                }
            }
        }
    }

    fn clear(&mut self) {
        if self.now == u32::MAX {
            self.stamp.fill(0);
            self.now = 0;
        }
        self.now += 1;
    }

    /// Returns whether a square is in the region.
    #[inline]
    pub fn has(&self, square: Square) -> bool {
        self.stamp[square.index()] == self.now
    }

    /// Returns the lowest square of the region, which represents it in states.
    #[inline]
    pub const fn representative(&self) -> Square {
        self.representative
    }

    /// Returns the number of squares in the region.
    pub const fn size(&self) -> usize {
        self.size
    }
}
