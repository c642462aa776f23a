//! What can happen to one area when the player or a box crosses its border. A [`BorderEvent`] changes a local state
//! (boxes and player of the area) into the one right after the event, or is impossible in it. An operator of the
//! abstraction is one event for each area that it touches.

use super::local::{Bits, LocalState, has};

/// What can happen to one area, seen from inside. Squares are numbered locally, as in [`super::LocalArea`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BorderEvent {
    /// The player pushes boxes inside the area so that they cannot be pushed back, and stays.
    SilentStep,
    /// The player leaves the area from this square.
    Leave(u8),
    /// The player leaves the area from `player`, and a box that he pushes from outside enters on `to`.
    LeaveWith {
        /// Square of the player before he leaves the area.
        player: u8,
        /// Square of the area on which the box enters.
        to: u8,
    },
    /// The player enters the area on this square.
    Enter(u8),
    /// The player, inside, pushes a box out of the area, and stays inside, on the square that the box left.
    PushOut {
        /// Square of the player before the push.
        player: u8,
        /// Square of the box before the push, and of the player after it.
        from: u8,
    },
    /// The player, outside, pushes a box that stands in the area further in, and enters.
    PushIn {
        /// Square of the box before the push, and of the player after it.
        from: u8,
        /// Square of the box after the push.
        to: u8,
    },
    /// The player, outside, pushes a box that stands on this square out of the area, and enters on the square.
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

    /// Returns whether a box enters the area.
    pub const fn adds_box(self) -> bool {
        matches!(self, Self::LeaveWith { .. } | Self::GainBox(_))
    }

    /// Returns the square of the area to which a box is pushed; `None` if no box is pushed to a square of the area.
    pub const fn arrival(self) -> Option<u8> {
        match self {
            Self::LeaveWith { to, .. } | Self::PushIn { to, .. } | Self::GainBox(to) => Some(to),
            _ => None,
        }
    }

    /// Returns the boxes, and the square of the player if he is inside, after the event; `None` if the event is
    /// impossible, and for [`Self::SilentStep`], whose outcomes the table computes. `region` is the set of squares that
    /// the player reaches before.
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
