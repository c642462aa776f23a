//! One area by itself: squares with local numbers from 0, and floods and pushes inside. And the crossings of a level: walks and pushes
//! whose squares lie in more than one area, and their effect on each of these areas. An [`AreaEffect`] changes a local state (boxes
//! and player of the area), or is impossible in it.

use crate::level::{Board, Direction, Square};
use crate::maze::{Area, AreaId, Areas};

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

/// A step of the player from one area into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Walk {
    /// Square before the step.
    pub from: Square,
    /// Square after the step, in another area.
    pub to: Square,
}

/// A push whose three squares (player, box, target) do not all lie in one area.
///
/// ```text
///   @ b | t    push out         @ | b t    push in         @ | b | t    push through
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BorderPush {
    /// Square of the player before the push.
    pub player: Square,
    /// Square of the box before the push, and of the player after it.
    pub from: Square,
    /// Square of the box after the push.
    pub to: Square,
}

/// All walks and pushes over borders, by area.
#[derive(Clone, Debug)]
pub struct Borders {
    walks: Vec<Vec<Walk>>,
    pushes: Vec<Vec<BorderPush>>,
    /// For each area, the pushes over borders with a square in the area.
    touching: Vec<Vec<BorderPush>>,
}

impl Borders {
    /// Collects all steps, and all pushes on three squares in a row, that cross a border.
    pub fn new(board: &Board, areas: &Areas) -> Self {
        let [pushes, touching] = [(); 2].map(|()| vec![Vec::new(); areas.len()]);
        let mut borders = Self { walks: vec![Vec::new(); areas.len()], pushes, touching };
        for player in board.squares() {
            let home = areas.area_of(player);
            for direction in Direction::ALL {
                let Some(from) = board.next(player, direction) else { continue };
                let middle = areas.area_of(from);
                if middle != home {
                    borders.walks[home.index()].push(Walk { from: player, to: from });
                }
                let Some(to) = board.next(from, direction) else { continue };
                let last = areas.area_of(to);
                if middle != home || last != home {
                    let push = BorderPush { player, from, to };
                    borders.pushes[home.index()].push(push);
                    let mut ends = [home, middle, last];
                    ends.sort_unstable();
                    for (index, area) in ends.into_iter().enumerate() {
                        if index == 0 || ends[index - 1] != area {
                            borders.touching[area.index()].push(push);
                        }
                    }
                }
            }
        }
        borders
    }

    /// Returns the steps out of an area.
    pub fn walks(&self, area: AreaId) -> &[Walk] {
        &self.walks[area.index()]
    }

    /// Returns the pushes over borders that start with the player in an area.
    pub fn pushes(&self, area: AreaId) -> &[BorderPush] {
        &self.pushes[area.index()]
    }

    /// Returns the pushes over borders with a square (of player, box or target) in an area.
    pub fn touching(&self, area: AreaId) -> &[BorderPush] {
        &self.touching[area.index()]
    }

    /// Returns all pushes over borders, in the order of the areas of the player.
    pub fn all_pushes(&self) -> impl Iterator<Item = BorderPush> + '_ {
        self.pushes.iter().flatten().copied()
    }
}

/// The effect of a walk or push over a border on one area, seen from inside. Squares have the numbers of [`super::LocalArea`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AreaEffect {
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
    /// The player, outside, pushes a box of the area further in, and enters.
    PushIn {
        /// Square of the box before the push, and of the player after it.
        from: u8,
        /// Square of the box after the push.
        to: u8,
    },
    /// The player, outside, pushes the box on this square out of the area, and enters on the square.
    LoseBox(u8),
    /// A box enters on this square; the player stays outside.
    GainBox(u8),
}

impl AreaEffect {
    /// True if the player is in the area before.
    pub const fn is_active_before(self) -> bool {
        matches!(self, Self::Leave(_) | Self::LeaveWith { .. } | Self::PushOut { .. })
    }

    /// True if the player is in the area afterwards.
    pub const fn is_active_after(self) -> bool {
        !matches!(self, Self::Leave(_) | Self::LeaveWith { .. } | Self::GainBox(_))
    }

    /// True if a box enters the area.
    pub const fn adds_box(self) -> bool {
        matches!(self, Self::LeaveWith { .. } | Self::GainBox(_))
    }

    /// Returns the square of the area that receives a pushed box; `None` if no box is pushed to a square of the area.
    pub const fn arrival(self) -> Option<u8> {
        match self {
            Self::LeaveWith { to, .. } | Self::PushIn { to, .. } | Self::GainBox(to) => Some(to),
            _ => None,
        }
    }

    /// Returns the boxes, and the square of the player if he is inside, afterwards; `None` if the effect is impossible.
    /// `region` is the set of squares that the player reaches before.
    pub(crate) fn apply(self, LocalState { boxes, .. }: LocalState, region: Bits) -> Option<(Bits, Option<u8>)> {
        let (is_possible, boxes, player) = match self {
            Self::Leave(square) => (has(region, square), boxes, None),
            Self::LeaveWith { player, to } => (has(region, player) && !has(boxes, to), boxes | 1 << to, None),
            Self::Enter(square) => (!has(boxes, square), boxes, Some(square)),
            Self::PushOut { player, from } => {
                (has(region, player) && has(boxes, from), boxes & !(1 << from), Some(from))
            }
            Self::PushIn { from, to } => {
                (has(boxes, from) && !has(boxes, to), boxes & !(1 << from) | 1 << to, Some(from))
            }
            Self::LoseBox(from) => (has(boxes, from), boxes & !(1 << from), Some(from)),
            Self::GainBox(to) => (!has(boxes, to), boxes | 1 << to, None),
        };
        is_possible.then_some((boxes, player))
    }
}
