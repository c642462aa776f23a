//! The few numbers by which a position is compared with others, and how they make cells.

/// The features by which positions fall into cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Features {
    /// How far packing has come: boxes that are packed, or steps of a chain.
    pub packed: u16,
    /// Regions that boxes cut the player's space into.
    pub regions: u16,
    /// Ways between areas that boxes close.
    pub closed: u16,
    /// Boxes that cannot all be matched with goals any more, while the settled ones stay where they are.
    pub stranded: u16,
    /// Boxes in the way of the next one to be packed; the most there is where none has a route.
    pub obstacles: u16,
    /// Boxes in the way of all that may go next, see [`super::Routes`].
    pub jam: u16,
}

/// Which features make a cell, and how coarse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// As the fine one, with up to three regions. The jam is seen when a position is looked at.
    Coarse,
    /// All but closed ways, the jam in steps. The jam is foretold for each move, so that those that ease it most can be
    /// advised: that costs more.
    Fine,
}

impl Layout {
    /// The jams of one cell are as far apart as this at most: a move or two.
    const JAM_STEP: u16 = 4;

    /// The cell of a position with these features.
    pub fn cell(self, features: Features) -> Features {
        match self {
            Self::Coarse => Features { regions: features.regions.min(3), ..Self::Fine.cell(features) },
            Self::Fine => Features { closed: 0, jam: features.jam / Self::JAM_STEP, ..features },
        }
    }
}
