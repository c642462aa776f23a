//! How many pushes does a position need at least?
//!
//! In come boxes and player; out comes a number that no solution undercuts, or that there is none. Each box ends on a
//! goal of its own, and needs at least as many pushes to it as it would need alone: so the cheapest matching of boxes
//! to goals is a bound. Where two boxes stand in each other's way ([`Conflicts`]), whatever goals they come to, the two
//! need more than that: the sum over pairs that have no box in common may be added, since what a pair needs is counted
//! in pushes of its own boxes. The colours of the squares, as on a chess board, tell whether the number of pushes is odd
//! or even, so that an odd sum is rounded up.

use super::conflicts::{Conflicts, GoalOptions};
use super::{MinCostMatching, TwoBoxPatternDatabase};
use crate::level::Square;
use crate::maze::{Maze, Place};
use crate::push::BoxSet;
use crate::run::{Meter, Stop};

/// Works out bounds; holds the matching of the position that was looked at last.
#[derive(Debug)]
pub struct Bound<'a> {
    maze: &'a Maze<'a>,
    pairs: Option<&'a TwoBoxPatternDatabase>,
    conflicts: Option<Conflicts<'a>>,
    boxes: Vec<Square>,
    places: Vec<Place>,
    matching: MinCostMatching,
    moved: MinCostMatching,
    wishes: Vec<GoalOptions>,
    /// What pairs of boxes need more, and which boxes they are.
    found: Vec<(u32, usize, usize)>,
}

impl<'a> Bound<'a> {
    /// For a level; with a table of pairs it looks at these too.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(maze: &'a Maze<'a>, pairs: Option<&'a TwoBoxPatternDatabase>, meter: &mut Meter) -> Result<Self, Stop> {
        let conflicts = pairs.map_or(Ok(None), |pairs| Conflicts::new(maze, pairs, meter))?;
        Ok(Self {
            maze,
            pairs,
            conflicts,
            boxes: Vec::new(),
            places: Vec::new(),
            matching: MinCostMatching::default(),
            moved: MinCostMatching::default(),
            wishes: Vec::new(),
            found: Vec::new(),
        })
    }

    /// The least pushes of a position; `None` when it is proved lost.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn of(&mut self, boxes: &BoxSet, player: Square, meter: &Meter) -> Result<Option<u32>, Stop> {
        let Some(least) = self.matched(boxes, player, meter)? else { return Ok(None) };
        Ok(Some(least + self.detours(player)))
    }

    /// The matching alone.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn matched(&mut self, boxes: &BoxSet, player: Square, meter: &Meter) -> Result<Option<u32>, Stop> {
        self.boxes.clear();
        self.boxes.extend(boxes.iter());
        self.places.clear();
        self.places.extend(self.boxes.iter().map(|&b| self.maze.place(b, player)));
        self.matching.solve(&self.maze.distances, &self.places, meter)
    }

    /// The matching alone for the position after so many pushes of one box of the last one: it now stands in the
    /// place `to`.
    pub fn after(&mut self, from: Square, to: Place, pushes: u32) -> Option<u32> {
        let row = self.boxes.binary_search(&from).ok()?;
        self.matching.with_pushed(&self.maze.distances, row, to, pushes, &mut self.moved)
    }

    /// How many places of two boxes were solved; `None` where there is no table of them.
    pub fn pairs(&self) -> Option<usize> {
        self.pairs.map(TwoBoxPatternDatabase::len)
    }

    /// The table of two boxes, where there is one.
    pub const fn table(&self) -> Option<&'a TwoBoxPatternDatabase> {
        self.pairs
    }

    /// The pushes that pairs need beyond the matching.
    fn detours(&mut self, player: Square) -> u32 {
        let Some(conflicts) = &self.conflicts else { return 0 };
        self.wishes.clear();
        for row in 0..self.boxes.len() {
            let mut wishes = GoalOptions::default();
            for (goal, loss) in self.matching.losses(&self.maze.distances, row).enumerate() {
                wishes.free |= u64::from(loss == Some(0)) << goal;
                wishes.dear |= u64::from(loss == Some(1)) << goal;
            }
            self.wishes.push(wishes);
        }
        self.found.clear();
        for (n, &a) in self.boxes.iter().enumerate() {
            for (m, &b) in self.boxes.iter().enumerate().skip(n + 1) {
                let Some(place) = conflicts.pairs.place(a, b, player) else { continue };
                let more = conflicts.between(place, self.wishes[n], self.wishes[m]);
                if more > 0 {
                    self.found.push((more, n, m));
                }
            }
        }
        // The dearest first, each box once: not always the largest sum, but one that may be added.
        self.found.sort_by_key(|&(more, ..)| std::cmp::Reverse(more));
        let mut sum = 0;
        for &(more, n, m) in &self.found {
            if self.wishes[n].is_open() && self.wishes[m].is_open() {
                (self.wishes[n], self.wishes[m]) = (GoalOptions::default(), GoalOptions::default());
                sum += more;
            }
        }
        sum.next_multiple_of(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn boxes_in_a_line_need_two_pushes_more_than_the_matching_says() {
        let text = "#########\n#       #\n#..  $$ #\n#   @   #\n#########\n";
        let level = Level::from_xsb("", text).unwrap();
        let (start, meter) = (&level.start, &mut Meter::unlimited());
        let maze = Maze::new(&level.board, meter).unwrap();
        let pairs = TwoBoxPatternDatabase::new(&maze, meter).unwrap();
        let mut bound = Bound::new(&maze, pairs.as_ref(), meter).unwrap();
        let boxes = BoxSet::of(level.board.len(), start.boxes.iter().copied());
        assert_eq!(bound.matched(&boxes, start.player, meter), Ok(Some(8)));
        assert_eq!(bound.of(&boxes, start.player, meter), Ok(Some(10)));
    }
}
