//! A deadlock as it is reported: the rule, the reason, the boxes.

use crate::deadlock::RuleId;
use crate::level::Square;

/// A deadlock that stands in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// The rule that finds it.
    pub rule: RuleId,
    /// The word that reports use for deadlocks of this kind; several rules may share it.
    pub kind: &'static str,
    /// The boxes that it is about, ascending.
    pub boxes: Vec<Square>,
    /// The walls that it needs, by row and column.
    pub walls: Vec<(usize, usize)>,
    /// The reason, in words.
    pub why: String,
}
