//! The moves of the planner of room events.

use crate::abstraction::Label;
use crate::maze::AreaId;
use crate::push::Macro;

/// What a move of the planner of room events consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// Boxes of an area are pushed inside it, then one of them crosses its border.
    Event,
    /// Boxes of an area are pushed inside it, and none leaves it.
    Arrangement,
    /// A macro push of the full push search, where the closure of an area was cut by its budget.
    Push,
    /// All pushes of a full push search from a position to a solution.
    Takeover,
}

impl Act {
    /// All kinds of moves, in the order of reports.
    pub const ALL: [Self; 4] = [Self::Event, Self::Arrangement, Self::Push, Self::Takeover];

    /// Returns the name of the kind of move in reports, e.g. `event`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Arrangement => "arrangement",
            Self::Push => "push",
            Self::Takeover => "takeover",
        }
    }
}

/// A move: silent pushes to a position of a closure, and then a move of one box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operator {
    pub(super) act: Act,
    pub(super) label: Label,
    /// Area of the closure; for a plain push the area of the box.
    pub(super) area: AreaId,
    /// Number of the closure in [`super::closures`]; meaningless for a plain push.
    pub(super) closure: u32,
    /// Index in the closure of the position from which `by` begins, or to which an arrangement leads.
    pub(super) member: u32,
    /// Move of the last box; in an arrangement, made by its last silent pushes.
    pub(super) by: Macro,
}

impl Operator {
    /// Returns whether the operator has no silent pushes before `by`, so that its first push is that of `by`.
    pub(super) const fn is_direct(&self) -> bool {
        matches!(self.act, Act::Push) || matches!(self.act, Act::Event) && self.member == 0
    }
}
