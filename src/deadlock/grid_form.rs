//! Forms of deadlock rules on sets of squares.

/// Operation on sets of squares that makes the refusals of a rule, for searches too fast to apply the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridForm {
    /// Refusal of pushes to squares from which no goal can be reached.
    LiveSquares,
    /// Frozen boxes off goal, found by [`super::GridFreeze`].
    FrozenBoxes,
    /// Look-up in [`super::LostSets`] of two and three boxes that are lost together.
    LostSets,
    /// Matching of boxes to goals, updated push by push.
    Matching,
}

impl GridForm {
    /// All forms.
    pub const ALL: [Self; 4] = [Self::LiveSquares, Self::FrozenBoxes, Self::LostSets, Self::Matching];

    /// Returns the index of this form in [`GridForm::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}
