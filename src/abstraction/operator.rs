//! Abstract states of the exact rungs, and the operators between them.
//!
//! Parts are numbers in the tables of their areas; [`super::Exact`] computes the operators and their outcomes.

use super::table::PartId;
use super::{BorderEvent, BorderPush, Label, Walk};
use crate::maze::AreaId;
use smallvec::SmallVec;

/// The area with the player, and a part for each area.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AbstractState {
    /// The area of the player.
    pub active: AreaId,
    /// By area: a class or closed set for the active one, a set of local states for every other.
    pub parts: SmallVec<[PartId; 16]>,
}

impl AbstractState {
    /// Returns the part of an area.
    pub fn part(&self, area: AreaId) -> PartId {
        self.parts[area.index()]
    }
}

/// The crossing or silent step of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorKind {
    /// Silent steps that cannot be undone.
    SilentStep(AreaId),
    /// The player walks over a border.
    Walk(Walk),
    /// A push over a border.
    Push(BorderPush),
}

/// An operator: its event for each area that it touches, in the order of the squares, without repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// The crossing or silent step in the level.
    pub kind: OperatorKind,
    /// The events.
    pub events: SmallVec<[(AreaId, BorderEvent); 3]>,
    /// The label of its outcome.
    pub label: Label,
}
