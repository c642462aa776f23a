//! A part of a level in which the planner works alone.

use crate::maze::AreaId;
use crate::planner::PlanningContext;
use crate::push::BoxSet;

/// The areas whose boxes may be moved.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// The areas, ascending.
    areas: Vec<AreaId>,
    /// Their squares.
    pub(super) inside: BoxSet,
}

impl Scope {
    /// Makes the scope of these areas and of rings of neighbours around them.
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
