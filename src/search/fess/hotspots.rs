//! Boxes that keep others from goals.
//!
//! ```text
//!   #########      A wall on x would keep the box on p from both goals: a box on x blocks it. A box in the open blocks
//!   #. x  p #      nothing.
//!   #.###   #
//!   #########
//! ```
//! One square blocks another if, with a wall on the first, a box on the second reaches fewer goals; so a goal blocks all
//! squares from which it is reached. Computed once for each square that holds a box.

use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play};

/// Which squares block which.
#[derive(Debug)]
pub(super) struct Hotspots {
    /// For each square, those that it blocks, once computed.
    blocked: Vec<Option<BoxSet>>,
    macros: Macros,
    /// For each goal, the squares from which it is reached.
    basins: Vec<BoxSet>,
    /// With a box lifted: the number of the others that block another, and those that block none.
    blocking: usize,
    open: Vec<Square>,
}

impl Hotspots {
    /// For a level. Linear in goals times squares.
    pub(super) fn new(maze: &Maze<'_>) -> Self {
        let mut macros = Macros::new(maze.board.len());
        let none = BoxSet::empty(maze.board.len());
        let basins = maze.board.goals().iter().map(|&goal| basin(maze, &mut macros, &none, goal)).collect();
        Self { blocked: vec![None; maze.board.len()], macros, basins, blocking: 0, open: Vec::new() }
    }

    fn blocked_by(&mut self, maze: &Maze<'_>, wall: Square) -> BoxSet {
        let walls = BoxSet::of(maze.board.len(), [wall]);
        let mut blocked = BoxSet::empty(maze.board.len());
        for (&goal, before) in maze.board.goals().iter().zip(&self.basins) {
            if !before.has(wall) {
                continue;
            }
            let is_after = |after: Option<&BoxSet>, s| after.is_some_and(|after| after.has(s));
            let after = (goal != wall).then(|| basin(maze, &mut self.macros, &walls, goal));
            before.iter().filter(|&s| s != wall && !is_after(after.as_ref(), s)).for_each(|s| blocked.insert(s));
        }
        blocked
    }

    /// The number of boxes that block another.
    pub(super) fn count(&mut self, maze: &Maze<'_>, boxes: &BoxSet) -> usize {
        boxes.iter().filter(|&b| self.blocks(maze, b, boxes)).count()
    }

    /// Prepares [`Hotspots::count_with`] for the squares of one box among these others.
    pub(super) fn lift(&mut self, maze: &Maze<'_>, rest: &BoxSet) {
        let (blocking, open): (Vec<Square>, Vec<Square>) = rest.iter().partition(|&b| self.blocks(maze, b, rest));
        (self.blocking, self.open) = (blocking.len(), open);
    }

    /// The number of boxes that block another, with the lifted box on a square. Linear in the boxes.
    pub(super) fn count_with(&mut self, maze: &Maze<'_>, rest: &BoxSet, square: Square) -> usize {
        let does_block = |b: &&Square| self.blocked[b.index()].as_ref().is_some_and(|blocked| blocked.has(square));
        let others = self.open.iter().filter(does_block).count();
        self.blocking + others + usize::from(self.blocks(maze, square, rest))
    }

    fn blocks(&mut self, maze: &Maze<'_>, square: Square, boxes: &BoxSet) -> bool {
        if let Some(blocked) = &self.blocked[square.index()] {
            return blocked.meets(boxes);
        }
        let blocked = self.blocked_by(maze, square);
        self.blocked[square.index()].insert(blocked).meets(boxes)
    }
}

/// The squares from which a box reaches a goal, with some walls more.
fn basin(maze: &Maze<'_>, macros: &mut Macros, walls: &BoxSet, goal: Square) -> BoxSet {
    let mut basin = BoxSet::of(maze.board.len(), [goal]);
    let pulled = macros.of_box(maze, walls, goal, |s| !walls.has(s), Play::Pull);
    pulled.iter().for_each(|m| basin.insert(m.to));
    basin
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::run::Meter;

    #[test]
    fn a_box_in_the_only_way_blocks_the_boxes_behind_it() {
        let level = Level::from_xsb("", "##########\n#. $  $ @#\n#.####   #\n##########").unwrap();
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let mut hotspots = Hotspots::new(&maze);
        let boxes = BoxSet::of(level.board.len(), level.start.boxes.iter().copied());
        assert_eq!(hotspots.count(&maze, &boxes), 1);
    }
}
