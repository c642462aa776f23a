//! Joining of small areas to neighbours, for exact plans: fewer areas need fewer tables. Dead ends, goal tunnels, doors and
//! tiny rooms are joined; no area is split.

use super::{Area, AreaId, AreaKind, Areas, Connectivity};
use crate::level::Board;

/// Maximum number of squares of an area that is joined to a neighbour whatever it connects.
const TINY: usize = 4;
/// Maximum number of squares of an area that arises by joining.
const MOST_SQUARES: usize = 40;

impl Areas {
    /// Returns the areas after each small area is joined to a neighbour.
    ///
    /// ```text
    ///   ###############      ###############
    ///   #AAA#####BBB#C#      #AAA#####BBB#B#      the tunnel of five squares stays; the door of one, and the
    ///   #AAAaaaaaBBBbC#  ->  #AAAaaaaaBBBBB#      small room behind it, go to B
    ///   #AAA#####BBB###      #AAA#####BBB###
    ///   ###############      ###############
    /// ```
    ///
    /// A neighbour that is a room is preferred, then the largest, then the first.
    #[must_use]
    pub fn merged(&self, board: &Board) -> Self {
        let mut areas = self.clone();
        loop {
            let into = areas.merges(board);
            if into.iter().enumerate().all(|(index, target)| target.index() == index) {
                return areas;
            }
            let label: Vec<usize> = board.squares().map(|s| into[areas.area_of(s).index()].index()).collect();
            areas = Self::from_labels(board, &label, |s| areas.area(areas.area_of(s)).kind);
        }
    }

    /// Returns for each area the area that it joins, or itself; in one round an area joins another or takes one in.
    fn merges(&self, board: &Board) -> Vec<AreaId> {
        let mut into: Vec<AreaId> = self.areas().iter().map(|a| a.id).collect();
        let mut settled = vec![false; self.len()];
        for area in self.areas().iter().filter(|a| is_joined(board, a)) {
            let fits = |n: &Area| n.squares.len() + area.squares.len() <= MOST_SQUARES;
            let free = |n: &&Area| !settled[n.id.index()] && fits(n);
            let candidates = self.neighbours(area.id).into_iter().map(|n| self.area(n)).filter(free);
            let best = candidates.min_by_key(|n| (n.kind != AreaKind::Room, usize::MAX - n.squares.len(), n.id));
            if let Some(best) = best.filter(|_| !settled[area.id.index()]) {
                into[area.id.index()] = best.id;
                settled[area.id.index()] = true;
                settled[best.id.index()] = true;
            }
        }
        into
    }
}

/// An area is joined if it is tiny, a dead end, or a tunnel with a goal, which is filled with its neighbour.
fn is_joined(board: &Board, area: &Area) -> bool {
    area.squares.len() <= TINY
        || area.kind == AreaKind::Tunnel
            && (area.passage == Connectivity::DeadEnd || area.squares.iter().any(|&s| board.is_goal(s)))
}
