//! The moves of the planner.

use crate::abstraction::Label;
use crate::maze::AreaId;
use crate::push::Macro;

/// The kind of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// Boxes of an area are moved inside it, and then one of them crosses its border.
    Event,
    /// Boxes of an area are moved inside it.
    Arrangement,
    /// A move of the full push search, where the closure of an area was cut.
    Push,
    /// The full push search, to the end.
    Takeover,
}

impl Act {
    /// All kinds, in the order of reports.
    pub const ALL: [Self; 4] = [Self::Event, Self::Arrangement, Self::Push, Self::Takeover];

    /// Returns the word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Arrangement => "arrangement",
            Self::Push => "push",
            Self::Takeover => "takeover",
        }
    }
}

/// A move: silent pushes to a member of a closure, and a move of one box from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operator {
    pub(super) act: Act,
    pub(super) label: Label,
    /// The area of the closure; for a plain push the area of its box.
    pub(super) area: AreaId,
    /// The number of the closure; meaningless for a plain push.
    pub(super) closure: u32,
    /// The number of the member in which `by` begins; for an arrangement the member that it leads to.
    pub(super) member: u32,
    /// The move of the last box; for an arrangement it is part of the silent pushes.
    pub(super) by: Macro,
}

impl Operator {
    /// Returns whether its first push is the first push of `by`.
    pub(super) const fn is_direct(&self) -> bool {
        matches!(self.act, Act::Push) || matches!(self.act, Act::Event) && self.member == 0
    }
}
