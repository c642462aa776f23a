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
use crate::run::{Held, Meter, Stop};

/// Which squares block which.
#[derive(Debug)]
pub(super) struct Hotspots {
    /// For each square, those that it blocks, once computed.
    blocked: Vec<Option<BoxSet>>,
    macros: Macros,
    /// For each goal, in order, the squares from which it is reached; of the first goals only, until all are needed.
    basins: Vec<BoxSet>,
    held: Held,
}

impl Hotspots {
    /// For a level, with nothing computed.
    pub(super) fn new(maze: &Maze<'_>) -> Self {
        let squares = maze.board.len();
        Self { blocked: vec![None; squares], macros: Macros::new(squares), basins: Vec::new(), held: Held::default() }
    }

    /// Computes what these squares block, each in time linear in goals times squares; what is known is kept.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn prepare(
        &mut self,
        maze: &Maze<'_>,
        squares: impl IntoIterator<Item = Square>,
        meter: &Meter,
    ) -> Result<(), Stop> {
        for square in squares {
            if self.blocked[square.index()].is_none() {
                self.find_basins(maze, meter)?;
                let blocked = self.blocked_by(maze, square, meter)?;
                self.held.grow(blocked.bytes(), meter)?;
                self.blocked[square.index()] = Some(blocked);
            }
        }
        Ok(())
    }

    fn find_basins(&mut self, maze: &Maze<'_>, meter: &Meter) -> Result<(), Stop> {
        let none = BoxSet::empty(maze.board.len());
        for &goal in &maze.board.goals()[self.basins.len()..] {
            meter.check()?;
            self.held.grow(none.bytes(), meter)?;
            self.basins.push(basin(maze, &mut self.macros, &none, goal));
        }
        Ok(())
    }

    fn blocked_by(&mut self, maze: &Maze<'_>, wall: Square, meter: &Meter) -> Result<BoxSet, Stop> {
        let walls = BoxSet::of(maze.board.len(), [wall]);
        let mut blocked = BoxSet::empty(maze.board.len());
        for (&goal, before) in maze.board.goals().iter().zip(&self.basins) {
            if !before.has(wall) {
                continue;
            }
            meter.check()?;
            let is_after = |after: Option<&BoxSet>, s| after.is_some_and(|after| after.has(s));
            let after = (goal != wall).then(|| basin(maze, &mut self.macros, &walls, goal));
            before.iter().filter(|&s| s != wall && !is_after(after.as_ref(), s)).for_each(|s| blocked.insert(s));
        }
        Ok(blocked)
    }

    /// The number of boxes that block another. All of them must be prepared.
    pub(super) fn count(&self, boxes: &BoxSet) -> usize {
        boxes.iter().filter(|b| self.blocked[b.index()].as_ref().is_some_and(|blocked| blocked.meets(boxes))).count()
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

    #[test]
    fn a_box_in_the_only_way_blocks_the_boxes_behind_it() {
        let level = Level::from_xsb("", "##########\n#. $  $ @#\n#.####   #\n##########").unwrap();
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let mut hotspots = Hotspots::new(&maze);
        let boxes = BoxSet::of(level.board.len(), level.start.boxes.iter().copied());
        hotspots.prepare(&maze, boxes.iter(), &Meter::unlimited()).unwrap();
        assert_eq!(hotspots.count(&boxes), 1);
    }
}
