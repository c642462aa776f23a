//! Feature-space search along the packing plan that a search by pulls has found, or without a plan if it found none.

use super::{Fess, Setting};
use crate::packing::{BackwardPacking, PackingPlan};
use crate::run::{Meter, Then};
use crate::search::Perimeter;

/// A search for a packing plan, followed by the search along the plan.
pub type FessBySinks<'a> = Then<'a, BackwardPacking<'a>, Fess<'a>>;

/// Creates both searches; the first step searches for a packing plan.
pub fn fess_by_sinks(packing: BackwardPacking<'_>, setting: Setting, perimeter: Perimeter) -> FessBySinks<'_> {
    let (maze, start) = (packing.maze(), packing.start().clone());
    let along = move |plan: Option<&PackingPlan>, meter: &mut Meter| {
        Fess::new(maze, &start, plan.cloned(), setting.clone(), perimeter.clone(), meter).map(Some)
    };
    Then::new(packing, along)
}
