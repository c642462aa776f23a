//! Goals that each box still reaches when some boxes never move again.
//!
//! ```text
//!   #########      The two boxes on the left are frozen on their goals. With them as walls no box can be pushed to
//!   #**.    #      the goal beside them from the right any more, since the player cannot come to its left. So the goals
//!   #** $ @ #      that every other box reaches are computed again, and all boxes need one at the same time.
//!   #########
//! ```
//! Input: a set of fixed boxes, as walls. Output: for each other goal, the squares where a lone box can be pushed to the goal from,
//! with the player on any side of it. If the fixed boxes are frozen and the other boxes cannot be matched with the other goals, the
//! position is lost. Results are cached by the set of fixed boxes.

use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play};
use crate::run::{Meter, Stop};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// For each goal without a fixed box, in order, the squares where a lone box can reach it from; and the union of these sets.
#[derive(Clone, Debug)]
pub struct GoalReachability {
    each: Vec<BoxSet>,
    /// Squares where some goal can be reached from.
    pub any: BoxSet,
}

/// Computes [`GoalReachability`] for sets of fixed boxes, and caches each result by the set.
#[derive(Clone, Debug)]
pub struct ReachabilityCache {
    known: FxHashMap<BoxSet, Arc<GoalReachability>>,
    macros: Macros,
}

impl ReachabilityCache {
    /// Greatest number of cached sets: trades memory against repeated computation.
    const MEMORY: usize = 4_000;

    /// Creates an empty cache, for a board of `squares` squares.
    pub fn new(squares: usize) -> Self {
        Self { known: FxHashMap::default(), macros: Macros::new(squares) }
    }

    /// Returns the reachability with the boxes `fixed` as walls.
    pub fn basins(&mut self, maze: &Maze<'_>, fixed: &BoxSet, meter: &Meter) -> Result<Arc<GoalReachability>, Stop> {
        if let Some(known) = self.known.get(fixed) {
            return Ok(Arc::clone(known));
        }
        let mut each = Vec::new();
        for &goal in maze.board.goals().iter().filter(|g| !fixed.has(**g)) {
            if each.len() % 16 == 15 {
                meter.check_time()?;
            }
            each.push(self.basin(maze, fixed, goal));
        }
        let mut any = BoxSet::empty(maze.board.len());
        each.iter().flat_map(BoxSet::iter).for_each(|s| any.insert(s));
        let basins = Arc::new(GoalReachability { each, any });
        if self.known.len() >= Self::MEMORY {
            self.known.clear();
        }
        self.known.insert(fixed.clone(), Arc::clone(&basins));
        Ok(basins)
    }

    fn basin(&mut self, maze: &Maze<'_>, fixed: &BoxSet, goal: Square) -> BoxSet {
        let mut basin = BoxSet::of(maze.board.len(), [goal]);
        // Fixed boxes may separate the sides of the goal, so the player may be on any side.
        let pulled = self.macros.of_box(maze, fixed, goal, |s| !fixed.has(s), Play::Pull);
        pulled.iter().for_each(|m| basin.insert(m.to));
        basin
    }

    /// True if the boxes that are not fixed can be matched to the goals without a fixed box.
    pub fn fits(&mut self, maze: &Maze<'_>, fixed: &BoxSet, boxes: &BoxSet, meter: &Meter) -> Result<bool, Stop> {
        let basins = self.basins(maze, fixed, meter)?;
        let free: Vec<Square> = boxes.iter().filter(|&b| !fixed.has(b)).collect();
        if !free.iter().all(|&b| basins.any.has(b)) {
            return Ok(false);
        }
        let mut pairing = BipartiteMatching::new(basins.each.len());
        for b in 0..free.len() {
            if b % 16 == 15 {
                meter.check_time()?;
            }
            if !pairing.add(b, &|b, goal| basins.each[goal].has(free[b])) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A maximum matching of things to slots, such as boxes to goals, by augmenting paths (Kuhn 1955): things are added one at a time,
/// and earlier things may change their slots. Adding a thing takes time linear in the number of fitting pairs.
#[derive(Clone, Debug)]
pub struct BipartiteMatching {
    owner: Vec<Option<usize>>,
    visited: Vec<bool>,
}

impl BipartiteMatching {
    /// Creates an empty matching with `slots` free slots.
    pub fn new(slots: usize) -> Self {
        Self { owner: vec![None; slots], visited: vec![false; slots] }
    }

    /// Assigns a slot to thing number `thing`, changing the slots of other things if needed. Returns false, without a
    /// change, if the thing cannot have a slot. `fits` returns whether a thing fits a slot.
    pub fn add(&mut self, thing: usize, fits: &impl Fn(usize, usize) -> bool) -> bool {
        self.visited.fill(false);
        self.give(thing, fits)
    }

    /// Frees a slot, and removes its thing from the matching.
    pub fn free(&mut self, slot: usize) {
        self.owner[slot] = None;
    }

    /// Returns pairs of a matched thing and the slot of the thing, in the order of slots.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.owner.iter().enumerate().filter_map(|(slot, owner)| Some(((*owner)?, slot)))
    }

    fn give(&mut self, thing: usize, fits: &impl Fn(usize, usize) -> bool) -> bool {
        for slot in 0..self.owner.len() {
            if self.visited[slot] || !fits(thing, slot) {
                continue;
            }
            self.visited[slot] = true;
            if self.owner[slot].is_none_or(|other| self.give(other, fits)) {
                self.owner[slot] = Some(thing);
                return true;
            }
        }
        false
    }
}

/// Returns n things that together fit only n - 1 slots, and these slots (Hall 1935); `None` if all can be matched.
pub fn hall_violator(
    things: usize,
    slots: usize,
    fits: impl Fn(usize, usize) -> bool,
) -> Option<(Vec<usize>, Vec<usize>)> {
    let mut pairing = BipartiteMatching::new(slots);
    let last = (0..things).find(|&thing| !pairing.add(thing, &fits))?;
    // Slots visited by the failed augmentation.
    let wanted: Vec<usize> = (0..slots).filter(|&slot| pairing.visited[slot]).collect();
    let mut few: Vec<usize> = wanted.iter().filter_map(|&slot| pairing.owner[slot]).chain([last]).collect();
    few.sort_unstable();
    Some((few, wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All relations of three things to three slots.
    #[test]
    fn as_many_are_paired_as_any_choice_pairs_and_else_there_is_a_hall_violator() {
        for relation in 0u32..512 {
            let fits = |thing: usize, slot: usize| relation >> (thing * 3 + slot) & 1 != 0;
            let mut pairing = BipartiteMatching::new(3);
            let paired = (0..3).filter(|&thing| pairing.add(thing, &fits)).count();
            let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            let most = orders.iter().map(|order| (0..3).filter(|&thing| fits(thing, order[thing])).count()).max();
            assert_eq!(Some(paired), most, "{relation:b}");
            let violator = hall_violator(3, 3, fits);
            assert_eq!(violator.is_none(), paired == 3, "{relation:b}");
            if let Some((things, slots)) = violator {
                assert_eq!(things.len(), slots.len() + 1);
                assert!(things.iter().all(|&thing| (0..3).all(|slot| !fits(thing, slot) || slots.contains(&slot))));
            }
        }
    }
}
