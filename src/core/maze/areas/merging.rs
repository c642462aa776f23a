//! Joining of small areas to neighbours, for planners: fewer and larger areas. Dead ends, goal tunnels, doors and tiny
//! rooms are joined; no area is split. Displayed areas are those before joining.

use super::{Area, AreaId, AreaKind, Areas, Connectivity};
use crate::level::Board;

/// Which areas are joined to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merging {
    /// Whether tunnels with one end (alcoves, closed corridors) are joined.
    pub dead_ends: bool,
    /// Whether tunnels with a goal are joined, so that the goal is filled as part of the neighbour.
    pub goal_tunnels: bool,
    /// Maximum number of squares of a room that is joined, e.g. a crossing of corridors or an odd corner.
    pub tiny_room: usize,
    /// Maximum number of squares of a tunnel that is joined whatever it connects: fewer borders make shorter plans.
    pub tiny_tunnel: usize,
    /// Maximum number of squares of an area that arises by joining.
    pub most_squares: usize,
}

impl Default for Merging {
    /// Returns the rule that planners use: larger areas make shorter plans, with more local states in each.
    fn default() -> Self {
        Self { dead_ends: true, goal_tunnels: true, tiny_room: 3, tiny_tunnel: 1, most_squares: 40 }
    }
}

impl Areas {
    /// Returns the areas after small ones are joined to neighbours until nothing changes.
    ///
    /// ```text
    ///   ############      ############
    ///   #AAA##BBB#C#      #AAA##BBB#B#      the tunnel of two squares stays; the door of one, and the small
    ///   #AAAaaBBBbC#  ->  #AAAaaBBBBB#      room behind it, go to B
    ///   #AAA##BBB###      #AAA##BBB###
    ///   ############      ############
    /// ```
    ///
    /// A neighbour that is a room is preferred, then the largest, then the first.
    #[must_use]
    pub fn merged(&self, board: &Board, merging: Merging) -> Self {
        let mut areas = self.clone();
        loop {
            let into = areas.merges(board, merging);
            if into.iter().enumerate().all(|(index, target)| target.index() == index) {
                return areas;
            }
            let label: Vec<usize> = board.squares().map(|s| into[areas.area_of(s).index()].index()).collect();
            areas = Self::from_labels(board, &label, |s| areas.area(areas.area_of(s)).kind);
        }
    }

    /// Returns for each area the area that it joins, or itself; in one round an area joins another or takes one in.
    fn merges(&self, board: &Board, merging: Merging) -> Vec<AreaId> {
        let mut into: Vec<AreaId> = self.areas().iter().map(|a| a.id).collect();
        let mut settled = vec![false; self.len()];
        for area in self.areas().iter().filter(|a| merging.wants(board, a)) {
            let fits = |n: &Area| n.squares.len() + area.squares.len() <= merging.most_squares;
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

impl Merging {
    fn wants(&self, board: &Board, area: &Area) -> bool {
        match area.kind {
            AreaKind::Room => area.squares.len() <= self.tiny_room,
            AreaKind::Tunnel => {
                area.squares.len() <= self.tiny_tunnel
                    || self.dead_ends && area.passage == Connectivity::DeadEnd
                    || self.goal_tunnels && area.squares.iter().any(|&s| board.is_goal(s))
            }
        }
    }
}
