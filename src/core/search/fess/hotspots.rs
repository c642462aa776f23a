//! Hotspots: boxes that keep other boxes from goals.
//!
//! ```text
//!   #########      A wall on x would keep the box on p from both goals: a box on x blocks it. A box in the open blocks no
//!   #. x  p #      other box.
//!   #.###   #
//!   #########
//! ```
//! One square blocks another if, with a wall on the first, a box on the second reaches fewer goals; so a goal blocks all squares
//! that reach it. Computed once for each square that holds a box.

use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Reach};
use crate::run::{Meter, Stop};

/// For each square, the squares that a box on it blocks; computed on demand.
#[derive(Debug)]
pub(super) struct Hotspots {
    /// `None` until computed.
    blocked: Vec<Option<BoxSet>>,
    macros: Macros,
    /// Goals that a lone box reaches from each square.
    reach: Reach,
    /// Number of boxes of the last [`Self::lift`] that block another of them; `open` has the boxes that block none.
    blocking: usize,
    open: Vec<Square>,
}

impl Hotspots {
    pub(super) fn new(maze: &Maze<'_>) -> Self {
        let mut macros = Macros::new(maze.board.len());
        let reach = macros.reach(maze.board, &BoxSet::empty(maze.board.len()), maze.board.goals());
        Self { blocked: vec![None; maze.board.len()], macros, reach, blocking: 0, open: Vec::new() }
    }

    /// Computes the squares that each of `squares` blocks, unless they are known.
    pub(super) fn prepare(
        &mut self,
        maze: &Maze<'_>,
        squares: impl IntoIterator<Item = Square>,
        meter: &Meter,
    ) -> Result<(), Stop> {
        for square in squares {
            if self.blocked[square.index()].is_none() {
                meter.check_time()?;
                self.blocked[square.index()] = Some(self.blocked_by(maze, square));
            }
        }
        Ok(())
    }

    /// Returns the squares that a wall on `wall` blocks. The time hardly depends on the number of goals.
    fn blocked_by(&mut self, maze: &Maze<'_>, wall: Square) -> BoxSet {
        let board = maze.board;
        let after = self.macros.reach(board, &BoxSet::of(board.len(), [wall]), board.goals());
        let (before, of_wall) = (&self.reach, self.reach.from(wall));
        let loses_goal = |&square: &Square| {
            let rows = before.from(square).iter().zip(after.from(square)).zip(of_wall);
            square != wall && rows.into_iter().any(|((before, after), of_wall)| before & !after & of_wall != 0)
        };
        BoxSet::of(board.len(), board.squares().filter(loses_goal))
    }

    /// Returns the number of boxes that block another, after [`Hotspots::prepare`] for the squares of the boxes.
    pub(super) fn count(&self, boxes: &BoxSet) -> usize {
        boxes.iter().filter(|&b| self.blocks(b, boxes)).count()
    }

    /// Prepares [`Hotspots::count_with`] for positions of the boxes `rest` and one more box.
    pub(super) fn lift(&mut self, rest: &BoxSet) {
        let (blocking, open): (Vec<Square>, Vec<Square>) = rest.iter().partition(|&b| self.blocks(b, rest));
        (self.blocking, self.open) = (blocking.len(), open);
    }

    /// Returns the number of hotspots among the boxes `rest` and a box on `square`, in time linear in the boxes.
    pub(super) fn count_with(&self, rest: &BoxSet, square: Square) -> usize {
        let does_block = |b: &&Square| self.blocked[b.index()].as_ref().is_some_and(|blocked| blocked.has(square));
        let others = self.open.iter().filter(does_block).count();
        self.blocking + others + usize::from(self.blocks(square, rest))
    }

    fn blocks(&self, square: Square, boxes: &BoxSet) -> bool {
        self.blocked[square.index()].as_ref().is_some_and(|blocked| blocked.meets(boxes))
    }
}
