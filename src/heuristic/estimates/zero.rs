//! No estimate: 0 for every state. A best-first search by cost plus estimate is then a uniform-cost search.

use crate::heuristic::{About, Heuristic, HeuristicInstance, Problem, Unit};
use crate::push::State;
use crate::run::{Meter, Stop};

/// Heuristic: 0 for every state.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl Zero {
    /// Word of the heuristic on the command line.
    pub const WORD: &'static str = "none";
}

impl Heuristic for Zero {
    fn about(&self) -> &'static About {
        &About {
            word: Self::WORD,
            sentence: "0 for every state",
            source: "folklore",
            unit: Unit::Pushes,
            is_admissible: true,
            is_consistent: true,
            serves_pulls: true,
        }
    }

    fn instance<'a>(&self, _: &Problem<'a>, _: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        Ok(Box::new(*self))
    }
}

impl HeuristicInstance for Zero {
    fn estimate(&mut self, _: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(Some(0))
    }
}
