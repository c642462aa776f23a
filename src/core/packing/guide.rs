//! The progress of packing in a position, and the boxes in place. If goals can be filled directly from the starts, every consistent
//! set of filled goals counts, see [`Packing`]; if boxes must be parked, the steps of one [`PackingPlan`] count.

use super::backward::backward_plan;
use super::parking::find_plan;
use super::{Packing, PackingMove, PackingPlan, Sink};
use crate::level::{Board, Position, Square};
use crate::maze::Maze;
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use std::collections::BTreeSet;

/// Measures how far packing has come on one level: by sets of goals, or by the steps of a plan.
#[derive(Debug)]
pub struct PackingGuide {
    packing: Packing,
    plan: Option<PackingPlan>,
    is_goal: Vec<bool>,
}

/// In which order goals should be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// In no order: every filled goal counts as packed at any time.
    None,
    /// In any order that keeps the other goals open; by one plan if boxes must be parked.
    Any,
    /// By one plan, if the search with a budget finds one.
    One,
    /// By the plan of the feature-space search from the end, if it finds one.
    Backward,
}

/// Progress of packing in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackingProgress {
    /// Number of packed boxes, or number of steps of the packing plan that are done.
    pub done: usize,
    /// Boxes on packed goals, or the boxes that are in place after the steps of the packing plan that are done.
    pub kept: BoxSet,
    /// Those boxes of [`Self::kept`] that never move again.
    pub settled: BoxSet,
}

impl PackingGuide {
    /// Maximum of squares times goals times goals: the goals that can be filled next are computed in many positions,
    /// which takes too long on larger boards.
    const MOST_ORDERS: usize = 2_000_000;

    /// True if a board is small enough to compute an order of goals; else every filled goal counts as packed.
    pub fn suit(board: &Board) -> bool {
        board.len() * board.goals().len().pow(2) <= Self::MOST_ORDERS
    }

    /// Computes the order or plan of the goals of a level.
    pub fn new(maze: &Maze<'_>, start: &Position, order: Order, meter: &mut Meter) -> Result<Self, Stop> {
        let suits = matches!(order, Order::Any | Order::One) && Self::suit(maze.board);
        let packing = if suits { Packing::new(maze, start, meter)? } else { Packing::without_order(maze, start) };
        let plan = match order {
            Order::Backward => backward_plan(maze, start, meter)?,
            Order::Any if packing.sink == Sink::Starts => None,
            _ if !suits => None,
            _ => find_plan(maze, start, meter)?,
        };
        Ok(Self { is_goal: maze.board.squares().map(|s| maze.board.is_goal(s)).collect(), packing, plan })
    }

    /// Returns the packing plan; `None` if goals are filled by sets, or no plan was found.
    pub const fn plan(&self) -> Option<&PackingPlan> {
        self.plan.as_ref()
    }

    /// Returns the number of boxes that must be put aside: boxes to park on the way, and boxes that are on a target too early at
    /// the start. `None` if no order was found.
    pub fn boxes_aside(&mut self, maze: &Maze<'_>, start: &Position, meter: &Meter) -> Result<Option<usize>, Stop> {
        if self.plan.is_none() && self.packing.sink == Sink::None {
            return Ok(None);
        }
        let progress = self.progress(maze, &BoxSet::of(maze.board.len(), start.boxes.iter().copied()), meter)?;
        let steps: Vec<PackingMove> = match &self.plan {
            Some(plan) => plan.steps().map(|(step, _)| step).collect(),
            None => maze.board.goals().iter().map(|&to| PackingMove { from: None, to }).collect(),
        };
        let is_parked = |place: usize, to| steps[place + 1..].iter().any(|later| later.from == Some(to));
        let parked: BTreeSet<Square> = steps
            .iter()
            .enumerate()
            .filter(|(place, step)| is_parked(*place, step.to))
            .map(|(_, step)| step.to)
            .collect();
        let is_early = |b: &&Square| !progress.kept.has(**b) && steps.iter().any(|step| step.to == **b);
        Ok(Some(parked.len() + start.boxes.iter().filter(is_early).count()))
    }

    /// Returns how far packing has come with the boxes on these squares.
    pub fn progress(&mut self, maze: &Maze<'_>, boxes: &BoxSet, meter: &Meter) -> Result<PackingProgress, Stop> {
        if let Some(plan) = &self.plan {
            let done = plan.done(boxes);
            return Ok(PackingProgress { done, kept: plan.set(done).clone(), settled: plan.settled(done).clone() });
        }
        let filled = self.packing.filled(boxes);
        let packed = self.packing.packed(maze, &filled, meter)?;
        let kept = BoxSet::of(maze.board.len(), packed.iter().map(|c| maze.board.goals()[c.index()]));
        Ok(PackingProgress { done: packed.len(), settled: kept.clone(), kept })
    }

    /// True if a box that moves from one square to another can change the progress.
    pub fn may_change(&self, from: Square, to: Square) -> bool {
        let changes_goals = || self.is_goal[from.index()] || self.is_goal[to.index()];
        self.plan.as_ref().map_or_else(changes_goals, |plan| plan.may_change(from, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn boxes_that_must_be_parked_and_boxes_that_come_too_early_stand_aside() {
        for (text, aside) in [
            ("#######\n#   . #\n#  $$ #\n# ##. #\n#  @  #\n#######\n", Some(1)),
            ("#########\n####   ##\n#. *@$ ##\n####   ##\n#########\n", Some(1)),
            ("#########\n####   ##\n#* .@$ ##\n####   ##\n#########\n", Some(0)),
            // There is no room to pull a box off the goal.
            ("####\n#+$#\n####\n", None),
        ] {
            let (level, mut meter) = (Level::from_xsb("", text).unwrap(), Meter::unlimited());
            let maze = Maze::new(&level.board, &mut meter).unwrap();
            let mut guide = PackingGuide::new(&maze, &level.start, Order::Any, &mut meter).unwrap();
            assert_eq!(guide.boxes_aside(&maze, &level.start, &meter).unwrap(), aside, "{text}");
        }
    }
}
