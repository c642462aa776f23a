//! A step that a plan proposes in a position.

use crate::maze::{AreaId, Areas};
use crate::planner::Step;
use crate::push::BoxSet;
use crate::search::Subgoal;

/// The boxes that a realisation may move, and the areas in which it may leave them. On their way they may pass through
/// other areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extent {
    /// Those of the step's areas, and of this number of rings of neighbours around them.
    Rings(usize),
    /// All: the full push search takes over.
    All,
}

/// The areas whose boxes a realisation may move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scope {
    /// Ascending.
    pub(super) areas: Vec<AreaId>,
    /// Their squares.
    pub(super) inside: BoxSet,
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
    /// Where boxes may be moved, on a board of `squares` squares; `None` for everywhere.
    pub(super) fn scope(&self, areas: &Areas, squares: usize) -> Option<Scope> {
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
        let of_areas = scope.iter().flat_map(|&area| areas.area(area).squares.iter().copied());
        let inside = BoxSet::of(squares, of_areas);
        Some(Scope { areas: scope, inside })
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
