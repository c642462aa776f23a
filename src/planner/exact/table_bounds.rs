//! Size limits for the tables of local states on `sets`.

use super::Packed;
use crate::maze::{Merging, RoomsBy};

/// Settings that differ between searches on `sets`: size limits, rooms, packing, penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableBounds {
    /// Maximum number of local states in one class or set of states of an area.
    pub members: usize,
    /// Maximum number of boxes of a goal room that do not stand on goals yet; `None` is no limit.
    pub loose: Option<u32>,
    /// Definition of rooms to be used; `None` for the one in the options of the solve.
    pub by: Option<RoomsBy>,
    /// Which filled goals of a room count as packed.
    pub packed: Packed,
    /// Penalty in the queue for each earlier expansion of a state with equal box counts in all areas.
    pub revisit_penalty: u32,
    /// Maximum number of squares of a tunnel that is joined to a neighbour, and of a room unless a larger limit is set.
    pub tiny: usize,
}

impl TableBounds {
    /// Bounds of the first search for plans on `sets`.
    pub const USUAL: Self =
        Self { members: 300, loose: Some(2), by: None, packed: Packed::Prefix, revisit_penalty: 50, tiny: 4 };

    /// Bounds of the one search that shows a plan.
    pub const WIDE: Self = Self { members: 1000, loose: None, ..Self::USUAL };

    /// Bounds of the searches on `sets` that take turns, in the order of the turns.
    pub const ALL: [Self; 4] = [
        Self::USUAL,
        Self { packed: Packed::Consistent, loose: Some(3), revisit_penalty: 8, ..Self::USUAL },
        Self { by: Some(RoomsBy::Articulation), ..Self::USUAL },
        Self { members: 1000, loose: None, revisit_penalty: 8, tiny: 1, ..Self::USUAL },
    ];

    /// Returns the rule by which small areas are joined to neighbours, with [`TableBounds::tiny`] applied.
    pub fn merging(&self, merging: Merging) -> Merging {
        Merging { tiny_tunnel: self.tiny, tiny_room: self.tiny.max(merging.tiny_room), ..merging }
    }
}
