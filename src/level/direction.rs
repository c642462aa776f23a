//! The four directions.

use serde::Serialize;

/// A direction on the board; row numbers grow downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards column 0.
    Left,
    /// Away from row 0.
    Down,
    /// Away from column 0.
    Right,
}

impl Direction {
    /// All four directions, in the order of their indices; opposite directions differ by 2.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Down, Self::Right];

    /// Returns the index of the direction in [`Self::ALL`], 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the opposite direction.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// Returns the change of row and of column by a step in this direction.
    pub const fn delta(self) -> (isize, isize) {
        match self {
            Self::Up => (-1, 0),
            Self::Left => (0, -1),
            Self::Down => (1, 0),
            Self::Right => (0, 1),
        }
    }

    /// Returns the LURD letter of a step in this direction: lower case for a move, upper case for a push.
    pub const fn letter(self, push: bool) -> char {
        match (self, push) {
            (Self::Up, false) => 'u',
            (Self::Left, false) => 'l',
            (Self::Down, false) => 'd',
            (Self::Right, false) => 'r',
            (Self::Up, true) => 'U',
            (Self::Left, true) => 'L',
            (Self::Down, true) => 'D',
            (Self::Right, true) => 'R',
        }
    }

    /// Returns the direction of a LURD letter, in either case; `None` for other letters.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'u' => Some(Self::Up),
            'l' => Some(Self::Left),
            'd' => Some(Self::Down),
            'r' => Some(Self::Right),
            _ => None,
        }
    }
}
