//! Contents of areas in a position, and how a lone box crosses them.

use super::{Area, AreaId, Areas, Opening};
use crate::level::{Board, Direction, Position, Square};
use serde::Serialize;

/// How far a lone box can be pushed into an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema, Serialize)]
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
        let facts = |area: &Area| {
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
        board.spread(starts.filter(inside), |from| {
            let directions = Direction::ALL.into_iter().filter(|_| inside(&from));
            directions.filter_map(|direction| pushed(from, direction)).collect::<Vec<_>>()
        })
    }
}
