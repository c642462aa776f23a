//! What a plan proposes to do next in a position.

use crate::maze::AreaId;
use crate::search::Subgoal;

/// The boxes that a realisation may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effort {
    /// Those of the areas of the step, and of this number of rings of neighbours.
    Rings(u32),
    /// All: the full push search takes over.
    All,
}

/// A step of a plan, with the effort to spend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The areas through which a box is brought, first to last; where the subgoal is no transfer, the areas to clear.
    pub route: Vec<AreaId>,
    /// What is to be reached.
    pub subgoal: Subgoal,
    /// The boxes that may be moved.
    pub effort: Effort,
    /// At most this number of push nodes.
    pub cap: u64,
}
