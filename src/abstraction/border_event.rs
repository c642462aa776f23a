//! What can happen to one area when the player or a box crosses its border.
//!
//! In comes a local state and an event; out comes the local state right after it, or nothing where the event cannot
//! happen. An operator of the abstraction is one event for each area that it touches.

use super::local::{Bits, LocalState, has};

/// An event, as one area sees it. Squares are local numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BorderEvent {
    /// The player makes silent steps that cannot be undone, and stays.
    SilentStep,
    /// The player leaves from this square.
    Leave(u8),
    /// The player leaves from `player`, and the box that he pushes outside comes in on `to`.
    LeaveWith {
        /// Where he stands before.
        player: u8,
        /// Where the box comes in.
        to: u8,
    },
    /// The player steps in onto this square.
    Enter(u8),
    /// The player, inside, pushes a box out and stands where it stood.
    PushOut {
        /// Where he stands before.
        player: u8,
        /// Where the box stands before, and he after.
        from: u8,
    },
    /// The player, outside, pushes a box that stands inside further in, and comes in himself.
    PushIn {
        /// Where the box stands before, and he after.
        from: u8,
        /// Where the box stands after.
        to: u8,
    },
    /// The player, outside, pushes a box through and out on another side, and comes in where it stood.
    LoseBox(u8),
    /// A box comes in on this square; the player stays outside.
    GainBox(u8),
}

impl BorderEvent {
    /// Is the player in the area?
    pub const fn is_active_before(self) -> bool {
        matches!(self, Self::SilentStep | Self::Leave(_) | Self::LeaveWith { .. } | Self::PushOut { .. })
    }

    /// Does the player stay in the area, or come into it?
    pub const fn is_active_after(self) -> bool {
        !matches!(self, Self::Leave(_) | Self::LeaveWith { .. } | Self::GainBox(_))
    }

    /// Does a box come in?
    pub const fn adds_box(self) -> bool {
        matches!(self, Self::LeaveWith { .. } | Self::GainBox(_))
    }

    /// The square that a box comes to, where one does.
    pub const fn arrival(self) -> Option<u8> {
        match self {
            Self::LeaveWith { to, .. } | Self::PushIn { to, .. } | Self::GainBox(to) => Some(to),
            _ => None,
        }
    }

    /// The boxes and the player's square after the event, where it can happen. `region` is his component before; a
    /// slide is none of this: it is read off the silent steps.
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
