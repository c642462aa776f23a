//! Abstract states on exact rungs, and the operators between them. What an area may hold is a part: the number of a set
//! of local states in its table. [`super::Exact`] computes operators.

use super::table::PartId;
use super::{BorderEvent, BorderPush, Label, Walk};
use crate::maze::AreaId;
use smallvec::SmallVec;

/// What each area may hold, and in which area the player is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AbstractState {
    /// Area with the player.
    pub active: AreaId,
    /// For each area its part: a class or closed set of local states if the player is inside, else any set of states.
    pub parts: SmallVec<[PartId; 16]>,
}

impl AbstractState {
    /// Returns what an area may hold, as the number of a set of local states in the table of the area.
    pub fn part(&self, area: AreaId) -> PartId {
        self.parts[area.index()]
    }
}

/// What an operator does in the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorKind {
    /// The player pushes boxes inside this area so that they cannot be pushed back.
    SilentStep(AreaId),
    /// The player walks over a border.
    Walk(Walk),
    /// The player pushes a box, and the player, the box or both cross a border.
    Push(BorderPush),
}

/// A change from one abstract state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// What the operator does: a crossing of a border, or pushes inside an area.
    pub kind: OperatorKind,
    /// Event in each area that the operator touches, in the order player, box, target.
    pub events: SmallVec<[(AreaId, BorderEvent); 3]>,
    /// Label of the operator: how certain its outcome is.
    pub label: Label,
}
