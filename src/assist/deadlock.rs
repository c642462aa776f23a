//! The report of a deadlock: the rule, the reason, the boxes.

use crate::deadlock::RuleId;
use crate::level::Square;

/// A deadlock in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// The rule that finds it.
    pub rule: RuleId,
    /// The word of reports for deadlocks of this kind; several rules may share it.
    pub kind: &'static str,
    /// The boxes of the deadlock, ascending.
    pub boxes: Vec<Square>,
    /// The walls of the deadlock, by row and column.
    pub walls: Vec<(usize, usize)>,
    /// The reason, in words.
    pub why: String,
}
