//! The built-in heuristics, a file for each family.

mod assignment;
mod counts;

use super::{BoxDistance, HeuristicSet};
pub use assignment::{Best, GreedyAssignment, Matching, TwoBoxBound, Zero};
pub use counts::{H2, Misplaced, Mobility, MobilityOnGoals, Nearest, OnGoals};

impl HeuristicSet {
    /// Returns the set of all built-in heuristics, in the order of the command line.
    pub fn all() -> Self {
        Self::none()
            .with(Zero)
            .with(Misplaced)
            .with(H2)
            .with(Nearest(BoxDistance::Manhattan))
            .with(Nearest(BoxDistance::Pushes))
            .with(GreedyAssignment(BoxDistance::Manhattan))
            .with(GreedyAssignment(BoxDistance::Pushes))
            .with(Matching(BoxDistance::Manhattan))
            .with(Matching(BoxDistance::Pushes))
            .with(Mobility)
            .with(OnGoals)
            .with(MobilityOnGoals)
            .with(Best)
            .with(TwoBoxBound)
    }
}
