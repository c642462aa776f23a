//! The crossings of a level: walks and pushes whose squares lie in more than one area. Boxes are not considered;
//! [`super::Exact`] checks in which states a crossing can be used.

use crate::level::{Board, Direction, Square};
use crate::maze::{AreaId, Areas};

/// A step of the player from one area into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Walk {
    /// Square from which the player walks.
    pub from: Square,
    /// Square to which the player walks, in another area.
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

    /// Returns the steps by which the player leaves an area.
    pub fn walks(&self, area: AreaId) -> &[Walk] {
        &self.walks[area.index()]
    }

    /// Returns the pushes over borders for which the player stands in an area.
    pub fn pushes(&self, area: AreaId) -> &[BorderPush] {
        &self.pushes[area.index()]
    }

    /// Returns the pushes over borders of which a square (of player, box or target) lies in an area.
    pub fn touching(&self, area: AreaId) -> &[BorderPush] {
        &self.touching[area.index()]
    }

    /// Returns all pushes over borders, in the order of the areas of the player.
    pub fn all_pushes(&self) -> impl Iterator<Item = BorderPush> + '_ {
        self.pushes.iter().flatten().copied()
    }
}
