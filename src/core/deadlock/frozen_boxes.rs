//! Frozen boxes: boxes that can never be moved again.
//!
//! ```text
//!   ##      A box is blocked along an axis by a wall or a frozen box on one side, or by dead squares on both: no
//!   #$$     solution pushes it there. It is frozen when it is blocked along both axes. Boxes may block each
//!    $$     other in a circle, so the frozen boxes are the largest set in which each is blocked by walls and by the
//!           set itself: the first of them to move would have to be blocked by less.
//! ```
//! A frozen box off goal makes the position dead. The proof does not use the player's square. [`GridFreeze`] finds the
//! same boxes by operations on sets of cells.

use crate::level::{Board, Direction, Square};
use crate::push::{BoxSet, CellSet, Grid, Words};

/// Finds frozen boxes, with working memory. Linear in the connected boxes times the rounds that free boxes.
#[derive(Clone, Debug)]
pub(crate) struct FrozenBoxes {
    stamp: Vec<u32>,
    now: u32,
    cluster: Vec<Square>,
}

impl FrozenBoxes {
    pub(crate) fn new(squares: usize) -> Self {
        Self { stamp: vec![0; squares], now: 0, cluster: Vec::new() }
    }

    /// True if a box connected to the one on `pushed` is frozen off goal; false if `pushed` is free along an axis.
    pub(crate) fn is_freeze_deadlock(&mut self, board: &Board, dead: &[bool], boxes: &BoxSet, pushed: Square) -> bool {
        // Nearly all pushes leave the box free along one axis.
        if Self::has_free_axis(board, dead, pushed, |s| boxes.has(s)) {
            return false;
        }
        self.clear();
        self.gather(board, boxes, pushed);
        self.shrink(board, dead);
        self.cluster.iter().any(|&b| !board.is_goal(b))
    }

    /// Returns all frozen boxes of a position. `dead` marks the dead squares.
    pub(crate) fn frozen(&mut self, board: &Board, dead: &[bool], boxes: &BoxSet) -> Vec<Square> {
        self.clear();
        for b in boxes.iter() {
            self.gather(board, boxes, b);
        }
        self.shrink(board, dead);
        self.cluster.clone()
    }

    fn has_free_axis(board: &Board, dead: &[bool], b: Square, holds: impl Fn(Square) -> bool) -> bool {
        [Direction::Up, Direction::Left].into_iter().any(|direction| {
            let ends = board.next(b, direction).zip(board.next(b, direction.opposite()));
            ends.is_some_and(|(one, other)| !(holds(one) || holds(other) || dead[one.index()] && dead[other.index()]))
        })
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
                let is_free = Self::has_free_axis(board, dead, b, |s| stamp[s.index()] == now);
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

/// Operation on sets of squares that makes the refusals of a rule, for searches too fast to apply the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridForm {
    /// Refusal of pushes to dead squares.
    LiveSquares,
    /// Frozen boxes off goal, found by operations on sets of cells.
    FrozenBoxes,
    /// Look-up in tables of two and three boxes that are lost together.
    LostSets,
    /// Matching of boxes to goals, updated push by push.
    Matching,
}

impl GridForm {
    /// All forms.
    pub const ALL: [Self; 4] = [Self::LiveSquares, Self::FrozenBoxes, Self::LostSets, Self::Matching];

    /// Returns the index of this form in [`GridForm::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Finds frozen boxes of a level on a grid by operations on sets of cells.
#[derive(Debug)]
pub(crate) struct GridFreeze<W> {
    /// Cells where a wall or two dead cells stop a box up and down; `level` holds those where one stops it left and right.
    upright: CellSet<W>,
    level: CellSet<W>,
    goals: CellSet<W>,
}

impl<W: Words> GridFreeze<W> {
    pub(crate) fn new(grid: &Grid<W>, live: &CellSet<W>, goals: &CellSet<W>) -> Self {
        let stops = |direction: Direction| {
            let both = |set: &CellSet<W>| grid.moved(set, direction).and(&grid.moved(set, direction.opposite()));
            let either = |set: &CellSet<W>| grid.beside(set, direction);
            // Both neighbours must be floor, and one of them must be live.
            grid.floor().minus(&both(grid.floor()).and(&either(live)))
        };
        Self { upright: stops(Direction::Up), level: stops(Direction::Left), goals: goals.clone() }
    }

    /// True if the box on `pushed`, the box of the last push, is frozen and a frozen box is off goal.
    #[inline(always)]
    pub(crate) fn is_lost(&self, grid: &Grid<W>, boxes: &CellSet<W>, pushed: usize) -> bool {
        let is_stopped = |stops: &CellSet<W>, direction: Direction| {
            stops.has(pushed)
                || boxes.has(grid.step(pushed, direction))
                || boxes.has(grid.step(pushed, direction.opposite()))
        };
        if !is_stopped(&self.upright, Direction::Up) || !is_stopped(&self.level, Direction::Left) {
            return false;
        }
        let frozen = self.frozen(grid, boxes);
        frozen.has(pushed) && !frozen.is_subset(&self.goals)
    }

    /// Returns the largest set whose boxes are all stopped along both axes by walls, dead squares and boxes of the set.
    #[inline(never)]
    pub(crate) fn frozen(&self, grid: &Grid<W>, boxes: &CellSet<W>) -> CellSet<W> {
        let mut frozen = boxes.clone();
        loop {
            let upright = self.upright.or(&grid.beside(&frozen, Direction::Up));
            let level = self.level.or(&grid.beside(&frozen, Direction::Left));
            let rest = frozen.and(&upright).and(&level);
            if rest == frozen {
                return frozen;
            }
            frozen = rest;
        }
    }
}
