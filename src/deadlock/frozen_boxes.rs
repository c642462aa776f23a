//! Frozen boxes: boxes that can never be moved again.
//!
//! ```text
//!   ##      A box is blocked along an axis by a wall or a frozen box on one side, or by dead squares on both: no
//!   #$$     solution pushes it there. It is frozen when it is blocked along both axes. Boxes may block each
//!    $$     other in a circle, so the frozen boxes are the largest set in which each is blocked by walls and by the
//!           set itself: the first of them to move would have to be blocked by less.
//! ```
//! A frozen box off goal makes the position dead. The proof does not use the player's square.

use crate::level::{Board, Direction, Square};
use crate::push::BoxSet;

/// Finds frozen boxes, with working memory. Linear in the connected boxes times the rounds that free boxes.
#[derive(Clone, Debug)]
pub struct FrozenBoxes {
    stamp: Vec<u32>,
    now: u32,
    cluster: Vec<Square>,
}

impl FrozenBoxes {
    /// Creates the working memory for a board of `squares` squares.
    pub fn new(squares: usize) -> Self {
        Self { stamp: vec![0; squares], now: 0, cluster: Vec::new() }
    }

    /// Returns whether, among the boxes connected to the box on `pushed`, a frozen box is off goal; false if `pushed`
    /// is free along an axis. `dead` marks the dead squares.
    pub fn is_freeze_deadlock(&mut self, board: &Board, dead: &[bool], boxes: &BoxSet, pushed: Square) -> bool {
        // Nearly all pushes leave the box free along one axis.
        if Self::has_free_axis(board, dead, boxes, pushed) {
            return false;
        }
        self.clear();
        self.gather(board, boxes, pushed);
        self.shrink(board, dead);
        self.cluster.iter().any(|&b| !board.is_goal(b))
    }

    /// Returns all frozen boxes of a position. `dead` marks the dead squares.
    pub fn frozen(&mut self, board: &Board, dead: &[bool], boxes: &BoxSet) -> Vec<Square> {
        self.clear();
        for b in boxes.iter() {
            self.gather(board, boxes, b);
        }
        self.shrink(board, dead);
        self.cluster.clone()
    }

    fn has_free_axis(board: &Board, dead: &[bool], boxes: &BoxSet, b: Square) -> bool {
        [Direction::Up, Direction::Left].into_iter().any(|direction| match Self::ends(board, b, direction) {
            Some((one, other)) => !(boxes.has(one) || boxes.has(other) || dead[one.index()] && dead[other.index()]),
            None => false,
        })
    }

    fn ends(board: &Board, b: Square, direction: Direction) -> Option<(Square, Square)> {
        Some((board.next(b, direction)?, board.next(b, direction.opposite())?))
    }

    fn clear(&mut self) {
        if self.now == u32::MAX {
            self.stamp.fill(0);
            self.now = 0;
        }
        self.now += 1;
        self.cluster.clear();
    }

    /// Appends to the cluster the box on `from` and all boxes connected to it: only these can freeze each other.
    fn gather(&mut self, board: &Board, boxes: &BoxSet, from: Square) {
        if self.stamp[from.index()] == self.now {
            return;
        }
        self.stamp[from.index()] = self.now;
        let mut next = self.cluster.len();
        self.cluster.push(from);
        while let Some(&b) = self.cluster.get(next) {
            next += 1;
            for neighbour in board.neighbours(b) {
                if boxes.has(neighbour) && self.stamp[neighbour.index()] != self.now {
                    self.stamp[neighbour.index()] = self.now;
                    self.cluster.push(neighbour);
                }
            }
        }
    }

    /// Removes boxes that are free along an axis from the cluster until no box is free: the remaining boxes are frozen.
    fn shrink(&mut self, board: &Board, dead: &[bool]) {
        loop {
            let before = self.cluster.len();
            let (stamp, now) = (&mut self.stamp, self.now);
            self.cluster.retain(|&b| {
                let is_free = [Direction::Up, Direction::Left].into_iter().any(|direction| {
                    Self::ends(board, b, direction).is_some_and(|(one, other)| {
                        let held = |s: Square| stamp[s.index()] == now;
                        !(held(one) || held(other) || dead[one.index()] && dead[other.index()])
                    })
                });
                if is_free {
                    stamp[b.index()] = 0;
                }
                !is_free
            });
            if self.cluster.len() == before {
                return;
            }
        }
    }
}
