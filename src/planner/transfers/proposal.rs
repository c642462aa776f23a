//! A step that a plan proposes in a position.

use crate::maze::{AreaId, Areas};
use crate::planner::Step;
use crate::push::BoxSet;
use crate::search::Subgoal;

/// The boxes that a realisation may move, and the areas in which it may leave them. On their way they may pass through
/// other areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extent {
    /// Those of the step's areas, and of so many rings of neighbours around them.
    Rings(usize),
    /// All: the full push search takes over.
    All,
}

/// A step of a plan, and what may be spent on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// [`Subgoal::Packed`]: the areas through which a box comes to its goal, first to last. [`Subgoal::Opened`]: the areas
    /// to be cleared. Empty where the full push search takes over.
    pub areas: Vec<AreaId>,
    /// What is to be reached.
    pub subgoal: Subgoal,
    /// The boxes that may be moved.
    pub extent: Extent,
    /// At most this number of push nodes.
    pub cap: u64,
}

impl Proposal {
    /// The areas whose boxes may be moved, ascending; `None` for all.
    pub(super) fn scope(&self, areas: &Areas) -> Option<Vec<AreaId>> {
        let Extent::Rings(rings) = self.extent else { return None };
        let mut scope = self.areas.clone();
        for _ in 0..rings {
            let ring: Vec<AreaId> = scope.iter().flat_map(|&area| areas.neighbours(area)).collect();
            scope.extend(ring);
            scope.sort_unstable();
            scope.dedup();
        }
        scope.sort_unstable();
        scope.dedup();
        Some(scope)
    }

    /// As a step of an abstract plan.
    pub fn step(&self) -> Step {
        match (self.subgoal, self.areas.as_slice()) {
            (_, []) => Step::Takeover,
            (Subgoal::Packed, route) => Step::along(route),
            (Subgoal::Opened, &[area, ..]) => Step::Arrange(area),
        }
    }
}

/// The squares of some areas.
pub(super) fn squares(areas: &Areas, scope: &[AreaId], squares: usize) -> BoxSet {
    BoxSet::of(squares, scope.iter().flat_map(|&area| areas.area(area).squares.iter().copied()))
}
