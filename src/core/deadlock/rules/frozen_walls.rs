//! Boxes frozen on goals, and other boxes that cannot all have goals of their own with the frozen boxes as walls; see
//! [`ReachabilityCache`].
//!
//! ```text
//!   before          after
//!   ##########      ##########      The two boxes on the left are frozen, both on goals. The last box cannot leave the
//!   #.*.$@ $ #      #.**@  $ #      upper wall, and comes to the goal in the corner only through them.
//!   #        #      #        #
//!   ##########      ##########
//! ```
//!
//! # Why it is sound
//!
//! No solution pushes a frozen box (see `freeze`), so from then on frozen boxes are walls. With them as walls a solution is a
//! matching of the other boxes with the other goals (see `matching`).
//!
//! Cost: for each set of frozen boxes pulls of a lone box from every remaining goal, cached by the set; then a matching. Most
//! positions have no frozen boxes, and cost as much as `freeze`.
//! Source: the Sokoban wiki, How to detect deadlocks; Kuhn 1955.

use crate::deadlock::{
    About, CostClass, FrozenBoxes, Purposes, Rule, RuleId, RuleInput, RuleInstance, Verdict, View, Witness,
};
use crate::heuristic::ReachabilityCache;
use crate::level::Square;
use crate::maze::Maze;
use crate::push::BoxSet;
use crate::run::{Meter, Stop};

/// Deadlock rule: boxes that cannot all reach goals when frozen boxes are walls; see the module.
#[derive(Clone, Copy, Debug)]
pub struct FrozenWalls;

impl FrozenWalls {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::new("frozen-walls");
}

impl Rule for FrozenWalls {
    fn about(&self) -> &'static About {
        const {
            &About {
                id: Self::ID,
                deadlock: "matching",
                sentence: "with frozen boxes as walls, other boxes have too few goals",
                source: "Sokoban wiki; Kuhn 1955",
                cost: CostClass::Position,
                uses_player: false,
                purposes: Purposes::THOROUGH_SEARCHES.union(Purposes::SHORTEST).union(Purposes::PLAYER),
            }
        }
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        let (maze, squares) = (known.maze, known.maze.board.len());
        Box::new(FrozenWallsInstance {
            maze,
            frozen: FrozenBoxes::new(squares),
            reach: ReachabilityCache::new(squares),
        })
    }
}

#[derive(Debug)]
struct FrozenWallsInstance<'a> {
    maze: &'a Maze<'a>,
    frozen: FrozenBoxes,
    reach: ReachabilityCache,
}

impl FrozenWallsInstance<'_> {
    fn walls(&mut self, view: &View<'_>) -> Option<BoxSet> {
        let frozen = self.frozen.frozen(self.maze.board, self.maze.distances.dead_squares(), view.boxes);
        (!frozen.is_empty()).then(|| BoxSet::of(self.maze.board.len(), frozen))
    }
}

impl RuleInstance for FrozenWallsInstance<'_> {
    fn judge(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Verdict, Stop> {
        let Some(walls) = self.walls(view) else { return Ok(Verdict::Unknown) };
        // A frozen box off goal is lost whatever the others do; `freeze` says so too, but may be left out.
        let is_off_goal = walls.iter().any(|b| !self.maze.board.is_goal(b));
        Ok(Verdict::lost_if(is_off_goal || !self.reach.fits(self.maze, &walls, view.boxes, meter)?))
    }

    /// Empty also if a frozen box is off goal, or no matching exists without walls: other rules report these deadlocks.
    fn witnesses(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Vec<Witness>, Stop> {
        let walls = self.walls(view).filter(|walls| walls.iter().all(|b| self.maze.board.is_goal(b)));
        let Some(walls) = walls.filter(|_| view.is_matched != Some(false)) else { return Ok(Vec::new()) };
        if self.reach.fits(self.maze, &walls, view.boxes, meter)? {
            return Ok(Vec::new());
        }
        let why = "can no longer reach goals of their own, since other boxes stand on goals for good";
        let reachable = self.reach.basins(self.maze, &walls, meter)?;
        let free: Vec<Square> = view.boxes.iter().filter(|&b| !walls.has(b)).collect();
        // Boxes that reach no goal at all explain more than all that compete for too few.
        let lost: Vec<Square> = free.iter().copied().filter(|&b| !reachable.any.has(b)).collect();
        Ok(vec![Witness::of(if lost.is_empty() { free } else { lost }, why)])
    }
}
