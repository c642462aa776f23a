//! The crossings of a level: walks and pushes whose squares lie in more than one area.
//!
//! Computed from a board and its areas: for each area that the player may be in, the walks and pushes over its border.
//! Boxes are not considered; [`super::Exact`] checks whether a crossing can be used.

use crate::level::{Board, Direction, Square};
use crate::maze::{AreaId, Areas};

/// A step of the player over a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Walk {
    /// The inner square.
    pub from: Square,
    /// The outer square, in another area.
    pub to: Square,
}

/// A push whose three squares do not lie in one area.
///
/// ```text
///   @ b | t    push out         @ | b t    push in         @ | b | t    push through
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BorderPush {
    /// The player's square before.
    pub player: Square,
    /// The box's square before, and the player's after.
    pub from: Square,
    /// The box's square after.
    pub to: Square,
}

/// All crossings, by the area of the player.
#[derive(Clone, Debug)]
pub struct Borders {
    walks: Vec<Vec<Walk>>,
    pushes: Vec<Vec<BorderPush>>,
    /// The crossing pushes, by each area that one of their squares lies in.
    touching: Vec<Vec<BorderPush>>,
}

impl Borders {
    /// Collects every step and every push on three squares in a row that crosses a border.
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

    /// Returns the player's walks out of an area.
    pub fn walks(&self, area: AreaId) -> &[Walk] {
        &self.walks[area.index()]
    }

    /// Returns the crossing pushes that the player makes from squares of an area.
    pub fn pushes(&self, area: AreaId) -> &[BorderPush] {
        &self.pushes[area.index()]
    }

    /// Returns the crossing pushes with a square in an area, the player's, or the box's before or after.
    pub fn touching(&self, area: AreaId) -> &[BorderPush] {
        &self.touching[area.index()]
    }

    /// Returns all crossing pushes, by the area of the player.
    pub fn all_pushes(&self) -> impl Iterator<Item = BorderPush> + '_ {
        self.pushes.iter().flatten().copied()
    }
}
