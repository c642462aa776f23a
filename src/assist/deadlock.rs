//! A deadlock as it is told: by which rule, why, and on which boxes.

use crate::deadlock::RuleId;
use crate::level::Square;

/// A deadlock that stands in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// By which rule.
    pub rule: RuleId,
    /// The word that reports use for deadlocks of this kind; several rules may share it.
    pub kind: &'static str,
    /// The boxes that it is about, ascending.
    pub boxes: Vec<Square>,
    /// The walls that it needs, by row and column.
    pub walls: Vec<(usize, usize)>,
    /// In words.
    pub why: String,
}
