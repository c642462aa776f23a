//! The features of a position, and their projection onto cells.

/// The features by which positions fall into cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Features {
    /// Packed boxes, or steps made of a packing plan.
    pub packed: u16,
    /// Regions that boxes cut the player's space into.
    pub regions: u16,
    /// Passages between areas that boxes close.
    pub closed: u16,
    /// Boxes that a largest matching of boxes and goals leaves over, with the settled boxes as walls.
    pub stranded: u16,
    /// Boxes in the way of the next one to be packed; `u16::MAX` where none has a route.
    pub obstacles: u16,
    /// Boxes in the way of all that may go next, see [`super::Routes`].
    pub jam: u16,
}

/// The features that make a cell, and their resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// As the fine one, with three or more regions as one number. The jam is computed when a position is expanded.
    Coarse,
    /// All but closed passages, the jam in steps. The jam is computed for each candidate, so that those that lessen it
    /// most can be advised: that costs more.
    Fine,
}

impl Layout {
    /// The resolution of the jam: about what a move or two change. Not tuned: trades the number of cells for their
    /// depth.
    const JAM_STEP: u16 = 4;

    /// The cell of a position with these features.
    pub fn cell(self, features: Features) -> Features {
        match self {
            Self::Coarse => Features { regions: features.regions.min(3), ..Self::Fine.cell(features) },
            Self::Fine => Features { closed: 0, jam: features.jam / Self::JAM_STEP, ..features },
        }
    }
}
