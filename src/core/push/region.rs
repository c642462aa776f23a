//! Regions of the player (the squares that he reaches without a push), and his walking distances.

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
        // Stamps of floods long ago must not become valid again.
        if self.now == u32::MAX {
            self.stamp.fill(0);
            self.now = 0;
        }
        self.now += 1;
    }

    /// True if a square is in the region.
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

/// Numbers of the player's steps from one square to all other squares.
#[derive(Clone, Debug)]
pub(crate) struct WalkDistances {
    /// For each square, the number of the last search that visited it, and the distance in that search.
    met: Vec<(u32, u32)>,
    now: u32,
    queue: Vec<Square>,
}

impl WalkDistances {
    pub(crate) fn new(squares: usize) -> Self {
        Self { met: vec![(0, 0); squares], now: 0, queue: Vec::with_capacity(squares) }
    }

    /// Computes the distances from a square by breadth-first search; `blocked` is true for occupied squares.
    pub(crate) fn measure(&mut self, board: &Board, from: Square, blocked: impl Fn(Square) -> bool) {
        self.spread(board, [from], None, blocked);
    }

    /// Returns the number of steps from a square to another; `None` without a way. Visits no square farther than `to`.
    pub(crate) fn between(
        &mut self,
        board: &Board,
        from: Square,
        to: Square,
        blocked: impl Fn(Square) -> bool,
    ) -> Option<u32> {
        self.spread(board, [from], Some(to), blocked);
        self.to(to)
    }

    fn spread(
        &mut self,
        board: &Board,
        from: impl IntoIterator<Item = Square>,
        until: Option<Square>,
        blocked: impl Fn(Square) -> bool,
    ) {
        // As in `Region`: numbers of searches long ago must not become valid again.
        if self.now == u32::MAX {
            self.met.fill((0, 0));
            self.now = 0;
        }
        self.now += 1;
        self.queue.clear();
        self.queue.extend(from);
        self.queue.iter().for_each(|from| self.met[from.index()] = (self.now, 0));
        let mut next = 0;
        while let Some(&at) = self.queue.get(next).filter(|&&at| Some(at) != until) {
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

    /// Returns the number of squares that the last search visited.
    pub(crate) const fn visited(&self) -> usize {
        self.queue.len()
    }

    /// Returns the number of steps to a square; `None` if it is not reachable.
    #[inline]
    pub(crate) fn to(&self, square: Square) -> Option<u32> {
        let (when, steps) = self.met[square.index()];
        (when == self.now).then_some(steps)
    }
}

/// Returns for each square the steps of a walk to it from the nearest of `squares`, boxes ignored; `u32::MAX` without one.
pub(crate) fn steps_from(board: &Board, squares: impl IntoIterator<Item = Square>) -> Vec<u32> {
    let mut walks = WalkDistances::new(board.len());
    walks.spread(board, squares, None, |_| false);
    board.squares().map(|square| walks.to(square).unwrap_or(u32::MAX)).collect()
}
