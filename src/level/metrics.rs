//! The cost of a solution in moves and pushes.

use super::{Direction, Square};
use serde::Serialize;

/// The five numbers by which solutions are compared, counted as in YASC. (JSoko counts two lines if the player walks
/// between two pushes of one box in one direction.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Metrics {
    /// The steps of the player, pushes included.
    pub moves: usize,
    /// The steps that move a box.
    pub pushes: usize,
    /// The straight lines of pushes: a push of another box, or in another direction than the last push, begins a new
    /// one.
    pub box_lines: usize,
    /// The turns of boxes: the first push and each push of another box than the last one begin a new turn.
    pub box_changes: usize,
    /// The unbroken sequences of pushes: the first push and each push after a step without a push begin a new one.
    pub pushing_sessions: usize,
}

impl Metrics {
    /// Returns the numbers in the form `42/17/9/5/4`.
    pub fn slashed(&self) -> String {
        let Self { moves, pushes, box_lines, box_changes, pushing_sessions } = self;
        format!("{moves}/{pushes}/{box_lines}/{box_changes}/{pushing_sessions}")
    }
}

/// Counts the metrics step by step.
#[derive(Debug, Default)]
pub(super) struct Counter {
    metrics: Metrics,
    /// The square of the last pushed box, and the direction.
    last_push: Option<(Square, Direction)>,
    pushing: bool,
}

impl Counter {
    /// Counts a step; `pushed` are the box's squares before and after.
    pub(super) fn step(&mut self, direction: Direction, pushed: Option<(Square, Square)>) {
        self.metrics.moves += 1;
        if let Some((from, to)) = pushed {
            let same_box = self.last_push.is_some_and(|(at, _)| at == from);
            let same_line = self.last_push == Some((from, direction));
            self.metrics.pushes += 1;
            self.metrics.box_changes += usize::from(!same_box);
            self.metrics.box_lines += usize::from(!same_line);
            self.metrics.pushing_sessions += usize::from(!self.pushing);
            self.last_push = Some((to, direction));
        }
        self.pushing = pushed.is_some();
    }

    /// Returns the metrics so far.
    pub(super) const fn metrics(&self) -> Metrics {
        self.metrics
    }
}
