//! The areas in which the search for one plan step may move boxes.

use crate::maze::AreaId;
use crate::planner::PlanningContext;
use crate::push::BoxSet;

/// Areas whose boxes may be moved; all other boxes stay.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// Areas of the scope, ascending.
    areas: Vec<AreaId>,
    /// Squares of the areas of the scope.
    pub(super) inside: BoxSet,
}

impl Scope {
    /// Creates the scope of these areas and of `rings` rings of neighbouring areas around them.
    pub(super) fn new(context: &PlanningContext<'_>, of: &[AreaId], rings: usize) -> Self {
        let mut areas = of.to_vec();
        for _ in 0..rings {
            let ring: Vec<AreaId> = areas.iter().flat_map(|&area| context.areas.neighbours(area)).collect();
            let before = areas.len();
            areas.extend(ring);
            areas.sort_unstable();
            areas.dedup();
            if areas.len() == before {
                break;
            }
        }
        areas.sort_unstable();
        areas.dedup();
        let squares = areas.iter().flat_map(|&area| context.areas.area(area).squares.iter().copied());
        Self { inside: BoxSet::of(context.maze.board.len(), squares), areas }
    }

    pub(super) fn has(&self, area: AreaId) -> bool {
        self.areas.binary_search(&area).is_ok()
    }
}
