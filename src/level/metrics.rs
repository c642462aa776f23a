//! The cost of a solution in moves and pushes.

use super::{Direction, Square};
use serde::Serialize;

/// The five numbers by which solutions are compared, as YASC counts them. (One of JSoko's counters differs in a single
/// case: where the player walks between two pushes of one box in one direction, it counts two lines.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Metrics {
    /// Steps of the player, pushes included.
    pub moves: usize,
    /// Steps that move a box.
    pub pushes: usize,
    /// Straight lines of pushes: a push of another box, or in another direction than the last push, begins a new one.
    pub box_lines: usize,
    /// Turns of boxes: a push of another box than the last one begins a new turn, and so does the first push.
    pub box_changes: usize,
    /// Unbroken sequences of pushes: a push that follows a step without a push begins a new one, and so does the first.
    pub pushing_sessions: usize,
}

impl Metrics {
    /// Returns text as in `42/17/9/5/4`.
    pub fn slashed(&self) -> String {
        let Self { moves, pushes, box_lines, box_changes, pushing_sessions } = self;
        format!("{moves}/{pushes}/{box_lines}/{box_changes}/{pushing_sessions}")
    }
}

/// Counts the numbers step by step.
#[derive(Debug, Default)]
pub(super) struct Counter {
    metrics: Metrics,
    /// The box of the last push, after it, and the direction.
    last_push: Option<(Square, Direction)>,
    pushing: bool,
}

impl Counter {
    /// Counts a step; `pushed` is the box's square before and after.
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

    /// Returns the numbers so far.
    pub(super) const fn metrics(&self) -> Metrics {
        self.metrics
    }
}
