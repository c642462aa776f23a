//! How many pushes does a position need at least?
//!
//! In come boxes and player; out comes a number that no solution undercuts, or that there is none. Each box ends on a
//! goal of its own, and needs at least as many pushes to it as it would need alone: so the cheapest matching of boxes
//! to goals is a bound.

use crate::deadlock::Matching;
use crate::level::Square;
use crate::maze::{Maze, Place};
use crate::push::BoxSet;
use crate::run::{Meter, Stop};

/// Works out bounds; holds the matching of the position that was looked at last.
#[derive(Debug)]
pub struct Bound<'a> {
    maze: &'a Maze<'a>,
    boxes: Vec<Square>,
    places: Vec<Place>,
    matching: Matching,
    moved: Matching,
}

impl<'a> Bound<'a> {
    /// For a level.
    pub fn new(maze: &'a Maze<'a>) -> Self {
        Self { maze, boxes: Vec::new(), places: Vec::new(), matching: Matching::default(), moved: Matching::default() }
    }

    /// The least pushes of a position; `None` when it is proved lost.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn of(&mut self, boxes: &BoxSet, player: Square, meter: &Meter) -> Result<Option<u32>, Stop> {
        self.boxes.clear();
        self.boxes.extend(boxes.iter());
        self.places.clear();
        self.places.extend(self.boxes.iter().map(|&b| self.maze.place(b, player)));
        self.matching.solve(&self.maze.distances, &self.places, meter)
    }

    /// The same, but weaker and cheaper, for the position after one push of a box of the last one: it now stands in the
    /// place `to`.
    pub fn after(&mut self, from: Square, to: Place) -> Option<u32> {
        let row = self.boxes.binary_search(&from).ok()?;
        self.matching.with_moved(&self.maze.distances, row, to, &mut self.moved)
    }
}
