//! Lower bound on the pushes that a position needs. Each box ends on a goal of its own, with at least the pushes that
//! it needs alone on the board, so the cost of a minimum-cost matching is a bound. Two boxes that block each other's
//! paths for every pair of goals ([`Conflicts`]) need more ([`Detours`]): these are pushes of the two boxes, so that
//! disjoint pairs may be added up (linear conflicts: Junghanns and Schaeffer 2001). Each push changes the colour of
//! the box's square, as on a chess board: the number of pushes has the parity of the matching, so an odd sum is
//! rounded up.

use super::conflicts::{Conflicts, GoalOptions};
use super::{Costs, MinCostMatching, TwoBoxPatternDatabase};
use crate::level::Square;
use crate::maze::{Maze, Place};
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use std::sync::Arc;

/// Bounds on detours in one level. Clones share the conflicts; each clone has its own working memory.
#[derive(Clone, Debug)]
pub struct Detours<'a> {
    conflicts: Arc<Conflicts<'a>>,
    losses: Vec<u16>,
    options: Vec<GoalOptions>,
    found: Vec<(u32, usize, usize)>,
}

impl<'a> Detours<'a> {
    /// Computes the conflicts of a level; `None` without `pairs`, or if this would take too long.
    pub fn new(
        maze: &Maze<'_>,
        pairs: Option<&'a TwoBoxPatternDatabase>,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let Some(pairs) = pairs else { return Ok(None) };
        let conflicts = Conflicts::new(maze, pairs, meter)?;
        let new = |conflicts| Self {
            conflicts: Arc::new(conflicts),
            losses: Vec::new(),
            options: Vec::new(),
            found: Vec::new(),
        };
        Ok(conflicts.map(new))
    }

    /// Returns a lower bound on the pushes beyond a minimum-cost matching, an even number. `boxes` are ascending;
    /// `matching` is that matching, on `costs`. Quadratic in the number of boxes.
    pub fn of(&mut self, boxes: &[Square], player: Square, matching: &MinCostMatching, costs: &impl Costs) -> u32 {
        let Self { conflicts, losses, options: own, found } = self;
        matching.write_losses(costs, losses);
        let goals = costs.targets();
        own.clear();
        own.extend(losses.chunks_exact(goals).map(GoalOptions::of));
        found.clear();
        for (n, &a) in boxes.iter().enumerate() {
            for (m, &b) in boxes.iter().enumerate().skip(n + 1) {
                let Some(place) = conflicts.pairs.place(a, b, player) else { continue };
                let more =
                    conflicts.between(place, [own[n], own[m]], [n, m].map(|row| &losses[row * goals..][..goals]));
                if more > 0 {
                    found.push((more, n, m));
                }
            }
        }
        // The most expensive pairs first, each box once: not always the largest sum, but an admissible one.
        found.sort_by_key(|&(more, ..)| std::cmp::Reverse(more));
        let mut sum = 0;
        for &(more, n, m) in &*found {
            if own[n].is_open() && own[m].is_open() {
                (own[n], own[m]) = (GoalOptions::default(), GoalOptions::default());
                sum += more;
            }
        }
        sum.next_multiple_of(2)
    }
}

/// Computes lower bounds on pushes; keeps the matching of the last position.
#[derive(Debug)]
pub struct Bound<'a> {
    maze: &'a Maze<'a>,
    pairs: Option<&'a TwoBoxPatternDatabase>,
    detours: Option<Detours<'a>>,
    boxes: Vec<Square>,
    matching: MinCostMatching,
}

impl<'a> Bound<'a> {
    /// Creates the bounds for a level; without a table of pairs the bound is the matching alone.
    pub fn new(maze: &'a Maze<'a>, pairs: Option<&'a TwoBoxPatternDatabase>, meter: &mut Meter) -> Result<Self, Stop> {
        let detours = Detours::new(maze, pairs, meter)?;
        Ok(Self { maze, pairs, detours, boxes: Vec::new(), matching: MinCostMatching::default() })
    }

    /// Returns a lower bound on the pushes of a position; `None` if it is proved lost. Cubic in the number of boxes.
    pub fn of(&mut self, boxes: &BoxSet, player: Square, meter: &Meter) -> Result<Option<u32>, Stop> {
        let Some(matched) = self.matched(boxes, player, meter)? else { return Ok(None) };
        Ok(Some(matched + self.detours(player)))
    }

    /// Returns the cost in pushes of the minimum-cost matching of a position; `None` if no matching exists.
    pub fn matched(&mut self, boxes: &BoxSet, player: Square, meter: &Meter) -> Result<Option<u32>, Stop> {
        self.boxes.clear();
        self.boxes.extend(boxes.iter());
        let places = self.boxes.iter().map(|&b| self.maze.place(b, player));
        self.matching.solve(&self.maze.distances, places, meter)
    }

    /// Returns the cost of the matching after `pushes` pushes of the box on `from` in the last position to `to`; `None`
    /// if no matching exists. One augmentation: at most quadratic in the number of boxes.
    pub fn after(&mut self, from: Square, to: Place, pushes: u32) -> Option<u32> {
        let row = self.boxes.binary_search(&from).ok()?;
        self.matching.moved(&self.maze.distances, row, to, Some(pushes))
    }

    /// Returns the number of two-box states in the table of pairs; `None` if there is no table.
    pub fn pairs(&self) -> Option<usize> {
        self.pairs.map(TwoBoxPatternDatabase::len)
    }

    /// Returns the table of pairs; `None` if there is no table.
    pub const fn table(&self) -> Option<&'a TwoBoxPatternDatabase> {
        self.pairs
    }

    /// Returns a lower bound on the pushes that pairs of boxes need beyond the matching of the last position.
    fn detours(&mut self, player: Square) -> u32 {
        let (Some(detours), distances) = (&mut self.detours, &self.maze.distances) else { return 0 };
        detours.of(&self.boxes, player, &self.matching, distances)
    }
}
