//! Areas and openings, as plain data made by [`super::Areas`], and how a lone box crosses them.

use super::Areas;
use crate::level::{Board, Direction, Position, Square};
use serde::Serialize;

/// Number of an area: areas are numbered from 0 in the reading order of their first squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
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
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more areas than squares, whose numbers have 16 bits"
    )]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }
}

/// Whether an area is a room or a tunnel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
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

/// How far a lone box can be pushed into an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BoxUse {
    /// No box can be pushed in, or every square is dead: only the player uses the area.
    PlayerOnly,
    /// A box can be pushed in, but not out at another end, because of a bend or a closed end.
    Enter,
    /// A box can be pushed through, from one end to another.
    Through,
}

/// Contents of one area in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaFacts {
    /// Number of squares of the area.
    pub size: usize,
    /// Number of goals in the area.
    pub goals: usize,
    /// Number of boxes in the area in the position.
    pub boxes: usize,
    /// Number of squares of the area on which a lone box is dead.
    pub dead: usize,
    /// Whether the player is in the area.
    pub player: bool,
    /// How far a lone box can be pushed in; meant for tunnels, valid for rooms too.
    pub box_use: BoxUse,
}

impl Areas {
    /// Returns the facts of each area, by number; `dead` is true for dead squares.
    pub fn facts(&self, board: &Board, position: &Position, dead: impl Fn(Square) -> bool) -> Vec<AreaFacts> {
        let facts = |area: &super::Area| {
            let count = |test: &dyn Fn(Square) -> bool| area.squares.iter().filter(|&&s| test(s)).count();
            AreaFacts {
                size: area.squares.len(),
                goals: count(&|s| board.is_goal(s)),
                boxes: count(&|s| position.has_box(s)),
                dead: count(&dead),
                player: self.area_of(position.player) == area.id,
                box_use: self.box_use(board, area.id, &dead),
            }
        };
        self.areas().iter().map(facts).collect()
    }

    /// Whether a lone box can be pushed from the first area of an opening to the second, and whether back.
    ///
    /// ```text
    ///   ####
    ///   #AAb      from A to b the player is on the left; back he would have to be in the wall
    ///   ####
    /// ```
    pub fn box_crosses(&self, board: &Board, opening: &Opening, dead: impl Fn(Square) -> bool) -> [bool; 2] {
        let crosses = |from: Square, to: Square| {
            let direction = board.direction(from, to);
            let is_free = direction.is_some_and(|d| board.next(from, d.opposite()).is_some());
            is_free && !dead(from) && !dead(to)
        };
        let steps = || opening.steps.iter();
        [steps().any(|&[a, b]| crosses(a, b)), steps().any(|&[a, b]| crosses(b, a))]
    }

    /// Returns how far a lone box can be pushed in at any end, with the player wherever needed.
    ///
    /// ```text
    ///   ######      ###         ###
    ///   -$-  -      -$ #        ##-
    ///   ######      ## #        -$-      through; enter, for it cannot be turned; through, both ways
    /// ```
    fn box_use(&self, board: &Board, id: AreaId, dead: impl Fn(Square) -> bool) -> BoxUse {
        let ends = self.ends(board, id);
        let mut best = BoxUse::PlayerOnly;
        for end in &ends {
            let reached = self.pushed_in(board, id, end, &dead);
            if reached.iter().any(|&s| self.area_of(s) == id) {
                best = best.max(BoxUse::Enter);
            }
            let elsewhere = ends.iter().filter(|other| *other != end).flatten();
            if elsewhere.into_iter().any(|(_, outer)| reached.contains(outer)) {
                return BoxUse::Through;
            }
        }
        best
    }

    /// Returns the squares of the area, and the squares just outside, that a box can be pushed to from this end.
    fn pushed_in(
        &self,
        board: &Board,
        id: AreaId,
        end: &[(Square, Square)],
        dead: impl Fn(Square) -> bool,
    ) -> Vec<Square> {
        let pushed = |from: Square, direction: Direction| {
            board.next(from, direction.opposite())?;
            board.next(from, direction).filter(|&to| !dead(to))
        };
        let inside = |s: &Square| self.area_of(*s) == id;
        let starts =
            end.iter().flat_map(|&(_, outer)| Direction::ALL.into_iter().filter_map(move |d| pushed(outer, d)));
        let mut reached: Vec<Square> = starts.filter(inside).collect();
        let mut seen: Vec<bool> = vec![false; board.len()];
        reached.iter().for_each(|s| seen[s.index()] = true);
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            for to in Direction::ALL.into_iter().filter(|_| inside(&from)).filter_map(|d| pushed(from, d)) {
                if !std::mem::replace(&mut seen[to.index()], true) {
                    reached.push(to);
                }
            }
        }
        reached
    }
}
