//! The names of the methods of the plan side, for reports.

use crate::abstraction::Rung;
use crate::maze::RoomsBy;

/// The method of an attempt of the plan side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanMethod {
    /// Transfers along the packing plan by sinks.
    Transfers,
    /// Transfers along the packing plan by starts.
    TransfersByStarts,
    /// On a rung, without bounds.
    Rung(Rung),
    /// On an exact rung with bounded tables.
    Cut {
        /// The rung.
        rung: Rung,
        /// At most this number of local states in a closed set.
        members: usize,
        /// At most this number of loose boxes in a goal room.
        loose: Option<u32>,
        /// The definition of rooms; `None` takes that of the options.
        by: Option<RoomsBy>,
    },
}

impl PlanMethod {
    /// Returns whether its operators are computed from tables of what rooms can do, and have their labels by that.
    pub const fn is_exact(self) -> bool {
        match self {
            Self::Transfers | Self::TransfersByStarts => false,
            Self::Rung(rung) | Self::Cut { rung, .. } => rung.is_exact(),
        }
    }
}
