//! Measures of the cost of a solution.

use std::ops::Add;
use std::str::FromStr;

/// The number that an improvement minimises: pushes or moves. The other of the two breaks ties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// Number of pushes.
    #[default]
    Pushes,
    /// Number of moves of the player, pushes included.
    Moves,
}

/// Pushes and moves in one number; the upper 32 bits are the minimised one of the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost(u64);

impl Measure {
    /// Returns the word of the measure on the command line and in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pushes => "pushes",
            Self::Moves => "moves",
        }
    }

    /// Returns the cost of a path of `pushes` pushes and `moves` moves.
    pub(super) const fn cost(self, pushes: u32, moves: u32) -> Cost {
        let (upper, lower) = match self {
            Self::Pushes => (pushes, moves),
            Self::Moves => (moves, pushes),
        };
        Cost((upper as u64) << 32 | lower as u64)
    }
}

impl Cost {
    /// Returns this cost with 0 in place of the number that breaks ties.
    pub(super) const fn floor(self) -> Self {
        Self(self.0 >> 32 << 32)
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl FromStr for Measure {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let found = [Self::Pushes, Self::Moves].into_iter().find(|measure| measure.word() == word);
        found.ok_or_else(|| "expected pushes or moves".to_owned())
    }
}
