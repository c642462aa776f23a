//! Lower bound on the pushes that boxes need from area to area. Input: the number of boxes in each area. Output: the least sum of
//! distances of all boxes to goals of their own, each distance measured from the best square of the area to the nearest goal of the
//! goal's area. Without a matching the boxes are lost.
//!
//! ```text
//!   boxes  2   1   0       the nearest goals of all three boxes are in the second area, which has room
//!   goals  0   2   1       for two: one goes on
//! ```

use super::{Costs, MinCostMatching};
use crate::abstraction::AreaCounts;
use crate::maze::{AreaId, Areas, Maze, Place, PushDistances};
use crate::run::{Meter, Stop};
use std::iter::repeat_n;

/// Fewest pushes of a lone box from each area to the area of each goal.
#[derive(Debug)]
pub struct AreaMatching {
    areas: usize,
    goals: usize,
    /// Row of each area, with an entry for each goal, padded like the rows of [`PushDistances`].
    rows: Vec<Vec<u16>>,
}

impl Costs for AreaMatching {
    fn padded(&self, area: Place) -> &[u16] {
        &self.rows[area.0 as usize]
    }

    fn targets(&self) -> usize {
        self.goals
    }
}

impl AreaMatching {
    /// Computes the distances, in time linear in the squares times the goals.
    pub fn new(maze: &Maze<'_>, areas: &Areas, meter: &Meter) -> Result<Self, Stop> {
        let goals = maze.board.goals();
        let mut pushes = vec![vec![PushDistances::NEVER; areas.len()]; areas.len()];
        for (column, &goal) in goals.iter().enumerate() {
            meter.check()?;
            for square in maze.board.squares() {
                let least = &mut pushes[areas.area_of(square).index()][areas.area_of(goal).index()];
                *least = maze.distances.minimum(square, column).min(*least);
            }
        }
        let padding = goals.len().next_multiple_of(PushDistances::LANES) - goals.len();
        let row = |to_areas: Vec<u16>| {
            let to_goals = goals.iter().map(|&goal| to_areas[areas.area_of(goal).index()]);
            to_goals.chain(repeat_n(PushDistances::NEVER, padding)).collect()
        };
        Ok(Self { areas: areas.len(), goals: goals.len(), rows: pushes.into_iter().map(row).collect() })
    }

    /// Returns how many pushes boxes need for goals of their own beyond the pushes to the nearest goals; `None` if some
    /// box cannot have one. Cubic in the number of boxes.
    pub fn detour(&self, counts: &AreaCounts) -> Option<u32> {
        let boxes = |area: u16| repeat_n(Place(area.into()), usize::from(counts.get(AreaId(area))));
        let places = || (0..).take(self.areas).flat_map(boxes);
        let nearest = |place| self.padded(place).iter().min().map_or(0, |&pushes| u32::from(pushes));
        let matched = MinCostMatching::default().solve(self, places(), &Meter::unlimited()).ok()??;
        Some(matched - places().map(nearest).sum::<u32>())
    }
}
