//! Where are the rooms, the tunnels and the openings between them? The definitions are in `rooms_by`. Pushes inside an area are
//! left to `abstraction`.

mod facts;
mod graph;
mod random;
mod rooms_by;
mod width;

use crate::level::Square;
pub use facts::{AreaFacts, BoxUse};
pub use graph::Areas;
pub(crate) use graph::components;
pub(crate) use rooms_by::read_picture;
pub use rooms_by::{AreaPatterns, RoomsBy};
use serde::Serialize;

/// Number of an area: areas are numbered from 0 in the reading order of their first squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema, Serialize)]
#[serde(transparent)]
pub struct AreaId(pub u16);

impl AreaId {
    /// Returns the index of the area in lists that have an entry for each area.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the area with an index; a board has no more areas than squares.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are no more areas than squares")]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }
}

/// Whether an area is a room or a tunnel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AreaKind {
    /// Open floor, where boxes can be moved past each other.
    Room,
    /// A corridor one or two squares wide.
    Tunnel,
}

/// How the maze is connected without an area.
///
/// ```text
///   ########      #########      #######
///   #  #####      #  ###  #      #     #
///   #   ttt#      #   t   #      # ### #
///   #  #####      #  ###  #      # #t  #
///   ########      #########      #######
///   dead end       one-way       two-way
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Connectivity {
    /// The area has at most one end.
    DeadEnd,
    /// If the area is removed, the maze is disconnected.
    OneWay,
    /// If the area is removed, its ends are still connected.
    TwoWay,
}

/// A room or tunnel: squares of one kind, usually connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Number of the area; other types refer to the area by it.
    pub id: AreaId,
    /// Whether the area is a room or a tunnel.
    pub kind: AreaKind,
    /// Squares of the area, ascending.
    pub squares: Vec<Square>,
    /// How the maze is connected if the area is removed.
    pub passage: Connectivity,
    /// Whether the path through a tunnel turns at some square, its ends included; without meaning for rooms.
    pub bent: bool,
}

impl Area {
    /// True if the area is a room.
    pub fn is_room(&self) -> bool {
        self.kind == AreaKind::Room
    }

    /// True if the area is a tunnel.
    pub fn is_tunnel(&self) -> bool {
        self.kind == AreaKind::Tunnel
    }
}

/// The border between two areas: all steps from one to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Both areas, the lower number first.
    pub areas: [AreaId; 2],
    /// Steps over the border, ascending; each is a square of the first area and one of the second.
    pub steps: Vec<[Square; 2]>,
}

impl Opening {
    /// Returns the other of the two areas; `area` must be one of them.
    pub fn other(&self, area: AreaId) -> AreaId {
        self.areas[usize::from(area == self.areas[0])]
    }

    /// Returns the steps out of `area`, which must be one of the two, each as inner and outer square.
    pub fn steps_from(&self, area: AreaId) -> impl Iterator<Item = (Square, Square)> + '_ {
        let swap = area == self.areas[1];
        self.steps.iter().map(move |&[a, b]| if swap { (b, a) } else { (a, b) })
    }
}
