//! A deadlock as it is told: why, and on which boxes.

use crate::level::Square;
use serde::Serialize;

/// By which rule a position is known to be lost. Each rule is a proof; see [`crate::deadlock`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A box can reach no goal, even alone on the board.
    DeadSquare,
    /// Boxes that can never be moved again, one of them off goal.
    Freeze,
    /// Boxes and walls of a deadlock pattern.
    Pattern,
    /// More boxes than goals that they can reach.
    Matching,
    /// Boxes close off a part of the maze, and no way opens it.
    Corral,
    /// The boxes of a room, from which it can never come to hold just its goals.
    Room,
}

impl Kind {
    /// All, the cheapest first.
    pub const ALL: [Self; 6] =
        [Self::DeadSquare, Self::Freeze, Self::Pattern, Self::Matching, Self::Corral, Self::Room];

    /// The word that reports use.
    pub const fn word(self) -> &'static str {
        match self {
            Self::DeadSquare => "dead-square",
            Self::Freeze => "freeze",
            Self::Pattern => "pattern",
            Self::Matching => "matching",
            Self::Corral => "corral",
            Self::Room => "room",
        }
    }

    /// Is it about the boxes around one that was just pushed? The others are about the whole position.
    pub const fn is_local(self) -> bool {
        matches!(self, Self::DeadSquare | Self::Freeze | Self::Pattern)
    }
}

/// A deadlock that stands in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// By which rule.
    pub kind: Kind,
    /// The boxes that it is about, ascending.
    pub boxes: Vec<Square>,
    /// The walls that it needs, by row and column.
    pub walls: Vec<(usize, usize)>,
    /// In words.
    pub why: String,
}
