//! The search with a packing plan found before it, by pulls. Without one every filled goal counts as packed.

use super::{Fess, Setting};
use crate::packing::{BackwardPacking, PackingPlan};
use crate::run::{Meter, Then};
use crate::search::Perimeter;

/// The search for a plan, then the search along it.
pub type FessBySinks<'a> = Then<'a, BackwardPacking<'a>, Fess<'a>>;

/// Makes the two searches, beginning with the search for a plan.
pub fn fess_by_sinks(packing: BackwardPacking<'_>, setting: Setting, perimeter: Perimeter) -> FessBySinks<'_> {
    let (maze, start) = (packing.maze(), packing.start().clone());
    let along = move |plan: Option<&PackingPlan>, meter: &mut Meter| {
        Fess::new(maze, &start, plan.cloned(), setting.clone(), perimeter.clone(), meter).map(Some)
    };
    Then::new(packing, along)
}
