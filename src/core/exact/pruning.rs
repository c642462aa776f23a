//! Which local states of an area are kept, which come first, and what box counts of the areas cost.

use crate::abstraction::{Bits, LocalState};
use crate::heuristic::{Costs, MinCostMatching};
use crate::maze::{AreaId, Areas, Maze, Place, PushDistances};
use crate::run::{Meter, Stop};
use std::fmt::Debug;
use std::iter::repeat_n;

/// Decides which local states of an area are kept, and which come first.
pub trait LocalPruning: Debug + Send {
    /// True if a local state is kept. `arrived` is the square of a box just pushed, if one was.
    fn admits(&mut self, area: AreaId, state: LocalState, arrived: Option<u8>, meter: &mut Meter)
    -> Result<bool, Stop>;

    /// True if every state refused so far is proved lost.
    fn is_sound(&self) -> bool {
        true
    }

    /// Returns the estimated number of pushes that the boxes of an area still need; 0 is best.
    fn estimate(&mut self, area: AreaId, boxes: Bits) -> u32 {
        _ = (area, boxes);
        0
    }

    /// Returns how many pushes box counts cost beyond the estimates, because areas have few goals; `None` if some boxes
    /// provably find no goal.
    fn detour(&self, counts: &AreaCounts) -> Option<u32> {
        _ = counts;
        Some(0)
    }
}

/// Pruning that keeps every local state and prefers none.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPruning;

impl LocalPruning for NoPruning {
    fn admits(&mut self, _: AreaId, _: LocalState, _: Option<u8>, _: &mut Meter) -> Result<bool, Stop> {
        Ok(true)
    }
}

/// A number for each area: of boxes, or of goals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AreaCounts(Vec<u16>);

impl AreaCounts {
    /// Creates counts from one number for each area; a number too large for `u16` becomes `u16::MAX`.
    pub fn from_numbers(numbers: impl IntoIterator<Item = u32>) -> Self {
        Self(numbers.into_iter().map(|n| u16::try_from(n).unwrap_or(u16::MAX)).collect())
    }

    /// Returns the number (of boxes, or of goals) of one area.
    pub fn get(&self, area: AreaId) -> u16 {
        self.0[area.index()]
    }
}

/// Lower bound on the pushes that boxes need from area to area: the least sum of distances of all boxes to goals of
/// their own, each distance measured from the best square of the area to the nearest goal of the goal's area.
///
/// ```text
///   boxes  2   1   0       the nearest goals of all three boxes are in the second area, which has room
///   goals  0   2   1       for two: one goes on
/// ```
#[derive(Debug)]
pub(super) struct AreaMatching {
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
    pub(super) fn new(maze: &Maze<'_>, areas: &Areas, meter: &Meter) -> Result<Self, Stop> {
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
    pub(super) fn detour(&self, counts: &AreaCounts) -> Option<u32> {
        let boxes = |area: u16| repeat_n(Place(area.into()), usize::from(counts.get(AreaId(area))));
        let places = || (0..).take(self.areas).flat_map(boxes);
        let nearest = |place| self.padded(place).iter().min().map_or(0, |&pushes| u32::from(pushes));
        let matched = MinCostMatching::default().solve(self, places(), &Meter::unlimited()).ok()??;
        Some(matched - places().map(nearest).sum::<u32>())
    }
}
