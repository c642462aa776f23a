//! The bounds on the tables of plans on an exact rung.

use super::Packed;
use crate::maze::{Merging, RoomsBy};

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
    /// The orders in which the goals of a room are filled.
    pub packed: Packed,
    /// The penalty for each earlier expansion of a state with equal box counts in all areas.
    pub revisit_penalty: u32,
    /// The most squares of an area that is joined to a neighbour.
    pub tiny: usize,
}

impl TableBounds {
    /// The usual bounds.
    pub const USUAL: Self =
        Self { members: 300, loose: Some(2), by: None, packed: Packed::Prefix, revisit_penalty: 50, tiny: 4 };

    /// All bounds, in the order of their turns. The usual ones also take turns with other strategies.
    pub const ALL: [Self; 4] = [
        Self::USUAL,
        Self { packed: Packed::Consistent, loose: Some(3), revisit_penalty: 8, ..Self::USUAL },
        Self { by: Some(RoomsBy::Articulation), ..Self::USUAL },
        Self { members: 1000, loose: None, revisit_penalty: 8, tiny: 1, ..Self::USUAL },
    ];

    /// Returns the rule by which areas are joined under these bounds.
    pub fn merging(&self, merging: Merging) -> Merging {
        Merging { tiny_tunnel: self.tiny, tiny_room: self.tiny.max(merging.tiny_room), ..merging }
    }
}
