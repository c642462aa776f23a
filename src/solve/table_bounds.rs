//! The bounds on the tables of plans on an exact rung.

use crate::maze::RoomsBy;
use crate::planner::Packed;

/// The bounds on the tables of plans on an exact rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableBounds {
    /// The most local states in a closed set.
    pub members: usize,
    /// The most loose boxes in a goal room.
    pub loose: Option<u32>,
    /// The definition of rooms; `None` takes that of the options.
    pub by: Option<RoomsBy>,
    pub(super) packed: Packed,
    pub(super) revisit_penalty: u32,
    /// The most squares of an area that is joined to a neighbour.
    pub(super) tiny: usize,
}
