//! The forms of deadlock rules on sets of squares.

/// The operation on whole sets of squares that refuses what a rule refuses, for searches whose nodes are too cheap to ask
/// the rule itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridForm {
    /// No push goes to a square from which no goal is reached.
    LiveSquares,
    /// [`super::GridFreeze`].
    FrozenBoxes,
    /// [`super::LostSets`].
    LostSets,
    /// A matching of boxes to goals, kept up to date push by push.
    Matching,
}

impl GridForm {
    /// All.
    pub const ALL: [Self; 4] = [Self::LiveSquares, Self::FrozenBoxes, Self::LostSets, Self::Matching];

    /// Its place in [`GridForm::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}
