//! The built-in heuristics, a file for each family.

mod assignment;
mod bounds;
mod counts;
mod mobility;

use super::{BoxDistance, HeuristicInstance, HeuristicSet};
use crate::push::State;
use crate::run::{Meter, Stop};
pub use assignment::{GreedyAssignment, Matching};
pub use bounds::{Best, TwoBoxBound, Zero};
pub use counts::{H2, Misplaced, Nearest, OnGoals};
pub use mobility::{Mobility, MobilityOnGoals};

/// Returns every heuristic of the crate, in the order of the command line.
pub(super) fn all() -> HeuristicSet {
    HeuristicSet::none()
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

/// Greatest share, which means all: the value in the report of the reverse solver.
const WHOLE: u32 = 99;

/// Sum of estimates, each multiplied by a number.
#[derive(Debug)]
struct Sum<'a>([(u32, Box<dyn HeuristicInstance + 'a>); 2]);

impl HeuristicInstance for Sum<'_> {
    fn estimate(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop> {
        let times = |(times, of): &mut (u32, Box<dyn HeuristicInstance + '_>)| {
            Ok(of.estimate(state, meter)?.map(|estimate| *times * estimate))
        };
        self.0.iter_mut().map(times).sum()
    }
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}
