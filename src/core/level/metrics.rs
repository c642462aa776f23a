//! Cost of a solution in moves and pushes.

use super::{Direction, Square};
use serde::Serialize;

/// The five numbers by which solutions are compared, counted as in YASC. (JSoko counts two box lines if the player
/// walks between two pushes of one box in one direction.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Metrics {
    /// Number of steps of the player, pushes included.
    pub moves: usize,
    /// Number of steps that move a box.
    pub pushes: usize,
    /// Number of straight lines of pushes: a push of another box, or in another direction, begins a new line.
    pub box_lines: usize,
    /// Number of changes of the pushed box: the first push counts, and each push of another box than the push before.
    pub box_changes: usize,
    /// Number of unbroken runs of pushes: the first push, and each push after a step without a push, begin one.
    pub pushing_sessions: usize,
}

impl Metrics {
    /// Returns the five numbers in the form `42/17/9/5/4`.
    pub fn slashed(&self) -> String {
        let Self { moves, pushes, box_lines, box_changes, pushing_sessions } = self;
        format!("{moves}/{pushes}/{box_lines}/{box_changes}/{pushing_sessions}")
    }
}

/// Counts the metrics of a replay step by step.
#[derive(Debug, Default)]
pub(super) struct Counter {
    metrics: Metrics,
    /// Square of the box after the last push, and the direction of the push; `None` before the first push.
    last_push: Option<(Square, Direction)>,
    pushing: bool,
}

impl Counter {
    /// Counts a step; `pushed` are the squares of the pushed box before and after, `None` for a step without a push.
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

    /// Returns the metrics of the steps so far.
    pub(super) const fn metrics(&self) -> Metrics {
        self.metrics
    }
}
