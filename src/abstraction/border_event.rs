//! The events at the border of one area, from the view of that area.
//!
//! A [`BorderEvent`] is applied to a local state and gives the local state right after it, or nothing where the event
//! cannot happen. An operator of the abstraction is one event for each area that it touches.

use super::local::{Bits, LocalState, has};

/// An event at the border of one area. Squares are local numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BorderEvent {
    /// The player makes silent steps that cannot be undone, and stays.
    SilentStep,
    /// The player leaves from this square.
    Leave(u8),
    /// The player leaves from `player`, and a box that is pushed from outside enters on `to`.
    LeaveWith {
        /// The player's square before.
        player: u8,
        /// The square that the box enters.
        to: u8,
    },
    /// The player steps in onto this square.
    Enter(u8),
    /// The player, inside, pushes a box out and steps onto its square.
    PushOut {
        /// The player's square before.
        player: u8,
        /// The box's square before, and the player's after.
        from: u8,
    },
    /// The player, outside, pushes a box that stands inside further in, and enters.
    PushIn {
        /// The box's square before, and the player's after.
        from: u8,
        /// The box's square after.
        to: u8,
    },
    /// The player, outside, pushes a box through and out on another side, and enters on this square, the box's before.
    LoseBox(u8),
    /// A box enters on this square; the player stays outside.
    GainBox(u8),
}

impl BorderEvent {
    /// Returns whether the player is in the area before the event.
    pub const fn is_active_before(self) -> bool {
        matches!(self, Self::SilentStep | Self::Leave(_) | Self::LeaveWith { .. } | Self::PushOut { .. })
    }

    /// Returns whether the player is in the area after the event.
    pub const fn is_active_after(self) -> bool {
        !matches!(self, Self::Leave(_) | Self::LeaveWith { .. } | Self::GainBox(_))
    }

    /// Returns whether the event adds a box to the area.
    pub const fn adds_box(self) -> bool {
        matches!(self, Self::LeaveWith { .. } | Self::GainBox(_))
    }

    /// Returns the square that a box is pushed to, if there is one.
    pub const fn arrival(self) -> Option<u8> {
        match self {
            Self::LeaveWith { to, .. } | Self::PushIn { to, .. } | Self::GainBox(to) => Some(to),
            _ => None,
        }
    }

    /// Returns the boxes and the player's square after the event; `None` if it cannot happen. `region` is the player's
    /// component before. `None` for [`Self::SilentStep`] too, whose targets the table takes from its silent steps.
    pub(super) const fn happen(self, before: LocalState, region: Bits) -> Option<(Bits, Option<u8>)> {
        let boxes = before.boxes;
        match self {
            Self::SilentStep => None,
            Self::Leave(square) => {
                if has(region, square) {
                    Some((boxes, None))
                } else {
                    None
                }
            }
            Self::LeaveWith { player, to } => {
                if has(region, player) && !has(boxes, to) {
                    Some((boxes | 1 << to, None))
                } else {
                    None
                }
            }
            Self::Enter(square) => {
                if has(boxes, square) {
                    None
                } else {
                    Some((boxes, Some(square)))
                }
            }
            Self::PushOut { player, from } => {
                if has(region, player) && has(boxes, from) {
                    Some((boxes & !(1 << from), Some(from)))
                } else {
                    None
                }
            }
            Self::PushIn { from, to } => {
                let can = has(boxes, from) && !has(boxes, to);
                if can { Some((boxes & !(1 << from) | 1 << to, Some(from))) } else { None }
            }
            Self::LoseBox(from) => {
                if has(boxes, from) {
                    Some((boxes & !(1 << from), Some(from)))
                } else {
                    None
                }
            }
            Self::GainBox(to) => {
                if has(boxes, to) {
                    None
                } else {
                    Some((boxes | 1 << to, None))
                }
            }
        }
    }
}
