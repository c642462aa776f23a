//! Deadlocks that rules find in positions.

use crate::deadlock::RuleId;
use crate::level::Square;

/// Deadlock that a rule has found in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// Rule that has found the deadlock.
    pub rule: RuleId,
    /// Word for this kind of deadlock in reports; several rules may share it.
    pub kind: &'static str,
    /// Squares of the boxes of the deadlock, ascending.
    pub boxes: Vec<Square>,
    /// Walls of the deadlock, each as row and column from 0.
    pub walls: Vec<(usize, usize)>,
    /// Why the position is lost, in words.
    pub why: String,
}
