//! A step that a plan proposes in a position.

use crate::abstraction::Label;
use crate::level::Square;
use crate::maze::{AreaId, Areas};
use crate::planner::{PlanningContext, Refusal, Step, Why};
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
    /// to be cleared. [`Subgoal::Transferred`], [`Subgoal::Settled`]: those of the step. Empty where the full push search
    /// takes over.
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

    /// The step of a plan on counts.
    pub(super) fn of(step: &Step, extent: Extent, cap: u64) -> Self {
        let subgoal = match step {
            Step::Transfer(route) => Subgoal::Transferred(route[0], route[route.len() - 1]),
            Step::Settle(area) => Subgoal::Settled(*area),
            Step::Arrange(_) => Subgoal::Opened,
            Step::Takeover => Subgoal::Packed,
        };
        Self { areas: step.areas().to_vec(), subgoal, extent, cap }
    }

    /// Its refusal where the boxes stand so, with the push nodes spent. The boxes beside the areas of a step may be in its
    /// way.
    pub(super) fn refused(&self, context: &PlanningContext<'_>, boxes: &BoxSet, label: Label, nodes: u64) -> Refusal {
        let (board, areas) = (context.maze.board, context.areas);
        let in_the_way = self.scope(areas, board.len()).map_or_else(Vec::new, |Scope { inside, .. }| {
            let beside = |b: &Square| !inside.has(*b) && board.neighbours(*b).any(|s| inside.has(s));
            boxes.iter().filter(beside).collect()
        });
        let why = if label == Label::Unknown { Why::NodeCap } else { Why::NoWay };
        Refusal { step: self.step(), why, nodes, in_the_way, is_local: label == Label::Impossible, label }
    }

    /// As a step of an abstract plan.
    pub fn step(&self) -> Step {
        match (self.subgoal, self.areas.as_slice()) {
            (_, []) => Step::Takeover,
            (Subgoal::Packed, route) => Step::along(route),
            (Subgoal::Opened, &[area, ..]) => Step::Arrange(area),
            (Subgoal::Transferred(..), route) => Step::Transfer(route.to_vec()),
            (Subgoal::Settled(area), _) => Step::Settle(area),
        }
    }
}
