//! Areas, openings and their connectivity: plain data, made by [`super::Areas`].

use crate::level::Square;
use serde::Serialize;

/// An area's number: areas are counted from 0 in the reading order of their first squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct AreaId(pub u16);

impl AreaId {
    /// Returns the index into tables over areas.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the area of an index; there are never more areas than squares.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are at most as many areas as squares, whose numbers have 16 bits"
    )]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }
}

/// The two kinds of area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AreaKind {
    /// Open floor, where boxes can be moved past each other.
    Room,
    /// A corridor one square wide.
    Tunnel,
}

/// The effect of removing the area on the connections of the maze.
///
/// ```text
///   ########      #########      #######
///   #  #####      #  ###  #      #     #
///   #   ttt#      #   t   #      # ### #
///   #  #####      #  ###  #      # #t  #
///   ########      #########      #######
///   dead end       one-way       two-way
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Connectivity {
    /// The area has at most one end.
    DeadEnd,
    /// Without the area the maze is disconnected.
    OneWay,
    /// Without the area its ends are still connected.
    TwoWay,
}

/// A part of the maze: connected squares of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The number of the area.
    pub id: AreaId,
    /// The kind: room or tunnel.
    pub kind: AreaKind,
    /// The squares, ascending.
    pub squares: Vec<Square>,
    /// The effect of removing it on the connections of the maze.
    pub passage: Connectivity,
    /// Whether the path through it turns somewhere, its ends included; false for rooms.
    pub bent: bool,
}

impl Area {
    /// Returns whether it is a room.
    pub fn is_room(&self) -> bool {
        self.kind == AreaKind::Room
    }

    /// Returns whether it is a tunnel.
    pub fn is_tunnel(&self) -> bool {
        self.kind == AreaKind::Tunnel
    }
}

/// The border between two areas: every step that leads from one to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The two areas, the lower number first.
    pub areas: [AreaId; 2],
    /// The steps, ascending: the first square of each lies in the first area, the second in the second.
    pub steps: Vec<[Square; 2]>,
}

impl Opening {
    /// Returns the area on the other side of `area`, which must be one of the two.
    pub fn other(&self, area: AreaId) -> AreaId {
        self.areas[usize::from(area == self.areas[0])]
    }

    /// Returns the steps out of `area`, which must be one of the two: inner square, outer square.
    pub fn steps_from(&self, area: AreaId) -> impl Iterator<Item = (Square, Square)> + '_ {
        let swap = area == self.areas[1];
        self.steps.iter().map(move |&[a, b]| if swap { (b, a) } else { (a, b) })
    }
}
