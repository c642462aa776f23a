//! The forms of deadlock rules on sets of squares.

/// The operation on whole sets of squares that makes the refusals of a rule, for searches whose nodes are too cheap to
/// apply the rule itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridForm {
    /// The refusal of pushes to squares from which no goal is reached.
    LiveSquares,
    /// [`super::GridFreeze`].
    FrozenBoxes,
    /// [`super::LostSets`].
    LostSets,
    /// A matching of boxes to goals, updated push by push.
    Matching,
}

impl GridForm {
    /// All forms.
    pub const ALL: [Self; 4] = [Self::LiveSquares, Self::FrozenBoxes, Self::LostSets, Self::Matching];

    /// Returns its index in [`GridForm::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}
