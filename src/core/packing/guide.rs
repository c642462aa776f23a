//! How far packing has come in a position, and which boxes are in place. If goals can be filled directly from the
//! starts, every consistent set of filled goals counts, see [`Packing`]; if boxes must be parked, the steps of one
//! [`PackingPlan`] are counted.

use super::backward::backward_plan;
use super::parking::find_plan;
use super::{Packing, PackingMove, PackingPlan, Sink};
use crate::level::{Board, Position, Square};
use crate::maze::Maze;
use crate::push::BoxSet;
use crate::run::{Meter, Stop};

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

/// How far packing has come in one position.
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

    /// Returns whether a board is small enough to compute an order of goals; else every filled goal counts as packed.
    pub fn suit(board: &Board) -> bool {
        board.len() * board.goals().len().pow(2) <= Self::MOST_ORDERS
    }

    /// Computes the order or plan by which the goals of a level are filled.
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

    /// Returns all steps by which goals are filled, each with the squares from which its box may come: those of the
    /// plan, else of one order among many.
    pub fn steps(&self, board: &Board) -> Vec<(PackingMove, Vec<Square>)> {
        let listed = |step, sources: &BoxSet| (step, sources.iter().collect());
        if let Some(plan) = &self.plan {
            return plan.steps().map(|(step, sources)| listed(step, sources)).collect();
        }
        let steps = self.packing.order.iter().map(|&column| PackingMove { from: None, to: board.goals()[column] });
        steps.zip(&self.packing.sources).map(|(step, sources)| listed(step, sources)).collect()
    }

    /// Returns on which squares boxes begin in the steps of [`Self::steps`].
    pub const fn sink(&self) -> Sink {
        if self.plan.is_some() { Sink::Starts } else { self.packing.sink }
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

    /// Returns whether a box that moves from one square to another can change the progress.
    pub fn may_change(&self, from: Square, to: Square) -> bool {
        let changes_goals = || self.is_goal[from.index()] || self.is_goal[to.index()];
        self.plan.as_ref().map_or_else(changes_goals, |plan| plan.may_change(from, to))
    }
}
