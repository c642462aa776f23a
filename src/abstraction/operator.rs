//! Abstract states of the exact rungs, and the operators between them.
//!
//! Parts are numbers in the tables of their areas; what an operator leads to is asked of [`super::Exact`].

use super::table::PartId;
use super::{BorderEvent, BorderPush, Label, Walk};
use crate::maze::AreaId;
use smallvec::SmallVec;

/// The area with the player, and a part for each area.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AbstractState {
    /// Where the player is.
    pub active: AreaId,
    /// By area: a class or closed set for the active one, a set of box sets for every other.
    pub parts: SmallVec<[PartId; 16]>,
}

impl AbstractState {
    /// The part of an area.
    pub fn part(&self, area: AreaId) -> PartId {
        self.parts[area.index()]
    }
}

/// What an operator is in the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorKind {
    /// Silent steps that cannot be undone.
    SilentStep(AreaId),
    /// The player walks over a border.
    Walk(Walk),
    /// A push over a border.
    Push(BorderPush),
}

/// An operator: what happens to each area that it touches. Areas stand in the order of the squares, without repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// What it is in the level.
    pub kind: OperatorKind,
    /// The events.
    pub events: SmallVec<[(AreaId, BorderEvent); 3]>,
    /// How sure its outcome is.
    pub label: Label,
}
