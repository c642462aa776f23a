//! One area by itself: squares with local numbers from 0, and floods and pushes inside. Borders are left to
//! [`super::Borders`] and [`super::AreaEffect`].

use crate::level::{Board, Direction, Square};
use crate::maze::{Area, Areas};

/// A set of squares of one area: bit `i` stands for the square with local number `i`.
pub type Bits = u128;

/// Value of [`LocalState::player`] if the player is in another area.
pub(super) const OUTSIDE: u8 = u8::MAX;

const NONE: u8 = u8::MAX;

/// The boxes of one area, and where in it the player can walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalState {
    /// Set of the squares of the area with boxes.
    pub boxes: Bits,
    /// Lowest square of the area that the player can walk to inside it, or `OUTSIDE`.
    pub player: u8,
}

impl LocalState {
    /// Returns the state with these boxes and the player in another area.
    pub const fn suspended(boxes: Bits) -> Self {
        Self { boxes, player: OUTSIDE }
    }

    /// True if the player is in another area.
    pub const fn is_suspended(self) -> bool {
        self.player == OUTSIDE
    }
}

/// The squares of one area with local numbers, and which are neighbours.
#[derive(Clone, Debug)]
pub struct LocalArea {
    /// Square of the board for each local number, ascending.
    pub squares: Vec<Square>,
    /// Set of the goals of the area.
    pub goals: Bits,
    neighbours: Vec<[u8; 4]>,
    neighbour_bits: Vec<Bits>,
    all: Bits,
}

impl LocalArea {
    /// Maximum number of squares of an area, so that a set fits into [`Bits`]; see [`Areas::cut_to`].
    pub const MOST_SQUARES: usize = 120;

    /// Numbers the squares of an area, at most [`Self::MOST_SQUARES`].
    pub fn new(board: &Board, areas: &Areas, area: &Area) -> Self {
        let squares = area.squares.clone();
        let inside = |s: Square| (areas.area_of(s) == area.id).then(|| number(&squares, s));
        let neighbours_of =
            |&s: &Square| Direction::ALL.map(|direction| board.next(s, direction).and_then(inside).unwrap_or(NONE));
        let neighbours: Vec<[u8; 4]> = squares.iter().map(neighbours_of).collect();
        let neighbour_bits =
            neighbours.iter().map(|n| n.iter().filter(|&&q| q != NONE).fold(0, |all, &q| all | 1 << q)).collect();
        let goals = squares.iter().filter(|&&s| board.is_goal(s)).fold(0, |all, &s| all | 1 << number(&squares, s));
        let all = squares.iter().fold(0, |all, &s| all | 1 << number(&squares, s));
        Self { neighbours, neighbour_bits, goals, all, squares }
    }

    /// Returns the local number of a square of the area.
    pub fn number(&self, square: Square) -> u8 {
        number(&self.squares, square)
    }

    /// Returns the square of the board with a local number.
    pub fn square(&self, number: u8) -> Square {
        self.squares[usize::from(number)]
    }

    /// Returns the set of the boxes in the area.
    pub fn boxes(&self, boxes: impl IntoIterator<Item = Square>) -> Bits {
        let here = boxes.into_iter().filter_map(|b| self.squares.binary_search(&b).ok());
        here.fold(0, |all, q| all | 1 << q)
    }

    /// Returns the set of squares that the player can walk to inside the area. Linear time.
    pub fn region(&self, boxes: Bits, from: u8) -> Bits {
        let free = self.all & !boxes;
        let mut seen: Bits = 1 << from;
        let mut newest = seen;
        while newest != 0 {
            let neighbours = each(newest).fold(0, |all, q| all | self.neighbour_bits[usize::from(q)]);
            newest = neighbours & free & !seen;
            seen |= newest;
        }
        seen
    }

    /// Returns the silent steps as squares of box and target: pushes with player, box and target in the area.
    ///
    /// ```text
    ///   @ b t      all three in the area
    /// ```
    pub fn pushes(&self, boxes: Bits, region: Bits) -> impl Iterator<Item = (u8, u8)> + '_ {
        each(boxes).flat_map(move |b| {
            let neighbours = self.neighbours[usize::from(b)];
            (0..4).filter_map(move |direction| {
                let (behind, to) = (neighbours[(direction + 2) % 4], neighbours[direction]);
                let can = behind != NONE && to != NONE && has(region, behind) && !has(boxes, to);
                can.then_some((b, to))
            })
        })
    }
}

#[expect(clippy::cast_possible_truncation, reason = "an area has at most MOST_SQUARES squares")]
fn number(squares: &[Square], square: Square) -> u8 {
    squares.binary_search(&square).map_or(NONE, |index| index as u8)
}

/// True if a square is in a set.
#[inline]
pub const fn has(set: Bits, square: u8) -> bool {
    set >> square & 1 != 0
}

/// Returns the squares of a set, ascending.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "below 128")]
pub fn each(set: Bits) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let first = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
        rest &= rest - 1;
        Some(first)
    })
}
