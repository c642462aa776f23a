//! The features of a position.

use crate::feature_space::Score;
use std::cmp::Ordering;

/// Features of a position, compared in this order: more packed boxes are better, and less of every other feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features {
    /// Number of steps in the longest prefix of the packing plan whose boxes all stand in place.
    pub packed: u16,
    /// Number of regions into which boxes divide the free floor.
    pub regions: u16,
    /// Number of boxes on squares that the plan is about to close off.
    pub out_of_plan: u16,
    /// Number of hotspots: boxes that keep another box from some goal.
    pub hotspots: u16,
    /// Sum over all boxes of the fewest pushes to the nearest goal, each box alone on the board.
    pub distance: u32,
}

impl Features {
    /// Returns all features as one number that is greater for better features, with `last` as the last feature; one
    /// number makes the frequent comparisons fast.
    fn key(self, last: u32) -> u128 {
        let less = |count: u16| u128::from(!count);
        let key = u128::from(self.packed) << 16 | less(self.regions);
        let key = key << 16 | less(self.out_of_plan);
        (key << 16 | less(self.hotspots)) << 32 | u128::from(last)
    }
}

impl Ord for Features {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key(!self.distance).cmp(&other.key(!other.distance))
    }
}

impl PartialOrd for Features {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Score for Features {
    type Cell = [u16; 3];
    /// Key of all features, in which a greater distance is better: boxes near a goal can wait.
    type Tie = u128;

    fn cell(self) -> Self::Cell {
        [self.packed, self.regions, self.out_of_plan]
    }

    fn tie(self) -> Self::Tie {
        self.key(self.distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_box_outweighs_all_that_it_closes() {
        let before = Features { packed: 3, ..Features::default() };
        let after = Features { packed: 4, regions: 5, out_of_plan: 1, hotspots: 7, distance: 90 };
        assert!(after > before);
        assert!(Features { distance: 5, ..before } < before, "of equals the nearer one is better");
        assert!(Features { distance: 5, ..before }.tie() > before.tie(), "and the other is tried first");
    }

    #[test]
    fn counts_matter_in_their_order_and_packed_boxes_regions_and_boxes_out_of_plan_make_the_cell() {
        let [none, one] = [Features::default(), Features { packed: 1, ..Features::default() }];
        let regions = Features { regions: 1, ..none };
        let out_of_plan = Features { out_of_plan: 1, ..none };
        let hotspots = Features { hotspots: 1, ..none };
        let distance = Features { distance: 1, ..none };
        let from_best = [one, none, distance, hotspots, out_of_plan, regions];
        assert!(from_best.is_sorted_by(|better, worse| better > worse), "{from_best:?}");
        let cells = [hotspots, distance].map(Features::cell);
        assert!(cells.iter().all(|cell| *cell == none.cell()), "these are no matter of the cell");
        assert!([one, regions, out_of_plan].iter().all(|other| other.cell() != none.cell()));
    }
}
