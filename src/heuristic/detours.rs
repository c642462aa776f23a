//! Detours: pushes that pairs of boxes need beyond a matching. Two boxes that block each other's paths for every pair
//! of goals ([`Conflicts`]) need more pushes than a matching counts. These extra pushes are pushes of the two boxes, so
//! that disjoint pairs of boxes may be added up (linear conflicts: Junghanns and Schaeffer 2001). Each push changes the
//! colour of the box's square, as on a chess board: the number of pushes has the parity of the matching, so an odd sum
//! is rounded up.

use super::TwoBoxPatternDatabase;
use super::conflicts::{Conflicts, GoalOptions};
use crate::level::Square;
use crate::maze::Maze;
use crate::run::{Meter, Stop};
use std::sync::Arc;

/// Bounds on detours in one level. Clones share the conflicts; each clone has its own working memory.
#[derive(Clone, Debug)]
pub struct Detours<'a> {
    conflicts: Arc<Conflicts<'a>>,
    options: Vec<GoalOptions>,
    /// Pairs of boxes with extra pushes: number of extra pushes, and indices of the two boxes.
    found: Vec<(u32, usize, usize)>,
}

impl<'a> Detours<'a> {
    /// Computes the conflicts of a level; `None` without `pairs`, or if this would take too long or too much memory.
    ///
    /// # Errors
    /// The time is up, or the user asked to stop.
    pub fn new(
        maze: &Maze<'_>,
        pairs: Option<&'a TwoBoxPatternDatabase>,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let Some(pairs) = pairs else { return Ok(None) };
        let conflicts = Conflicts::new(maze, pairs, meter)?;
        Ok(conflicts.map(|conflicts| Self { conflicts: Arc::new(conflicts), options: Vec::new(), found: Vec::new() }))
    }

    /// Returns a lower bound on the pushes beyond a minimum-cost matching, an even number. `boxes` are ascending;
    /// `options` has the goal options of each box in that matching. Quadratic in the number of boxes.
    pub fn of(&mut self, boxes: &[Square], player: Square, options: impl Iterator<Item = GoalOptions>) -> u32 {
        let Self { conflicts, options: own, found } = self;
        own.clear();
        own.extend(options);
        found.clear();
        for (n, &a) in boxes.iter().enumerate() {
            for (m, &b) in boxes.iter().enumerate().skip(n + 1) {
                let Some(place) = conflicts.pairs.place(a, b, player) else { continue };
                let more = conflicts.between(place, own[n], own[m]);
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
