//! An abstract plan as an adviser of the feature-space search.
//!
//! Input: the transfers of a plan on counts. In each position whose numbers of boxes by area occur along the plan, the
//! adviser proposes to push a box over the borders that the plan crosses next:
//!
//! ```text
//!   plan     a0 > a1 > a2, a0 > a1       counts    2 0 0  ->  box from a0 to a2, else to a1
//!                                                  1 1 0  ->  box from a1 to a2
//!                                                  1 0 1  ->  box from a0 to a1
//! ```
//! Steps inside an area do not change the counts and are left to the other advisers. In positions beside the plan
//! nothing is proposed.

use super::{PlanningContext, Step};
use crate::abstraction::Counts;
use crate::level::Position;
use crate::maze::{AreaId, Areas};
use crate::push::Macro;
use crate::search::{Advice, Adviser};
use rustc_hash::FxHashMap;

/// The adviser; see the module.
#[derive(Clone, Debug)]
pub struct PlanAdviser {
    areas: Areas,
    /// For counts along the plan, the areas on the way of the next box, from the first to the last.
    next: FxHashMap<Counts, Vec<AreaId>>,
}

impl PlanAdviser {
    /// Makes the adviser of a plan that begins in `start`. If counts recur along the plan, the step after their last
    /// occurrence is proposed.
    pub fn new(context: &PlanningContext<'_>, start: &Position, plan: &[Step]) -> Self {
        let mut counts = Counts::of(context.areas, start.boxes.iter().copied());
        let mut next = FxHashMap::default();
        for step in plan {
            let Step::Transfer(route) = step else { continue };
            for (hop, border) in route.windows(2).enumerate() {
                next.insert(counts.clone(), route[hop..].to_vec());
                counts = counts.moved(border[0], border[1]);
            }
        }
        Self { areas: context.areas.clone(), next }
    }

    /// Returns the number of areas by which a move brings a box forward on a route; `None` if it moves a box elsewhere.
    fn hops(&self, route: &[AreaId], by: &Macro) -> Option<usize> {
        let to = self.areas.area_of(by.to);
        let hops = route.iter().position(|&area| area == to).filter(|&hops| hops > 0);
        hops.filter(|_| self.areas.area_of(by.from) == route[0])
    }
}

impl Adviser for PlanAdviser {
    fn name(&self) -> &'static str {
        "plan"
    }

    /// Returns the move that brings a box farthest along the route; among equals the best by its features.
    fn advise(&self, position: &Advice<'_>) -> Option<usize> {
        let route = self.next.get(&Counts::of(&self.areas, position.state.boxes.iter()))?;
        let farthest = position.moves.iter().filter_map(|m| self.hops(route, &m.by)).max()?;
        position.best_by(|m| self.hops(route, &m.by) == Some(farthest), |m| m.score)
    }
}
