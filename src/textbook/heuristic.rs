//! Which estimates there are, and what each of them promises.
//!
//! The tests put every promise to an exhaustive search: what is said to be admissible and consistent is, and for what
//! is said not to be there is a position that shows it.

/// An estimate of the pushes or moves that are still to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heuristic {
    /// Nothing is known: 0.
    None,
    /// Boxes off goal: the assignment's h1.
    Misplaced,
    /// Twice the boxes off goal, and each box's way to its nearest goal: the assignment's h2.
    H2,
    /// Each box to its nearest goal, as the crow flies along a grid.
    NearestManhattan,
    /// Each box to its nearest goal, in pushes of a lone box.
    NearestPushes,
    /// Again and again the closest pair of a box and a goal.
    GreedyManhattan,
    /// The same by pushes.
    GreedyPushes,
    /// Every box with a goal of its own, at the least cost.
    MatchingManhattan,
    /// The same by pushes.
    MatchingPushes,
    /// How few of the sides of boxes the player can push, from 0 to 99.
    Mobility,
    /// How few boxes are on goals, from 0 to 99.
    OnGoals,
    /// The two together.
    MobilityOnGoals,
    /// Our best: the least matching by pushes that know on which side of each box the player is.
    Best,
}

impl Heuristic {
    /// All.
    pub const ALL: [Self; 13] = [
        Self::None,
        Self::Misplaced,
        Self::H2,
        Self::NearestManhattan,
        Self::NearestPushes,
        Self::GreedyManhattan,
        Self::GreedyPushes,
        Self::MatchingManhattan,
        Self::MatchingPushes,
        Self::Mobility,
        Self::OnGoals,
        Self::MobilityOnGoals,
        Self::Best,
    ];

    /// The word that users write.
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Misplaced => "h1",
            Self::H2 => "h2",
            Self::NearestManhattan => "nearest-manhattan",
            Self::NearestPushes => "nearest-pushes",
            Self::GreedyManhattan => "greedy-manhattan",
            Self::GreedyPushes => "greedy-pushes",
            Self::MatchingManhattan => "matching-manhattan",
            Self::MatchingPushes => "matching-pushes",
            Self::Mobility => "mobility",
            Self::OnGoals => "on-goals",
            Self::MobilityOnGoals => "mobility-on-goals",
            Self::Best => "best",
        }
    }

    /// The heuristic of a word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|heuristic| heuristic.word() == word)
    }

    /// Never more than what is really to be done, in pushes and so in moves too.
    pub const fn is_admissible(self) -> bool {
        !matches!(
            self,
            Self::H2
                | Self::GreedyManhattan
                | Self::GreedyPushes
                | Self::Mobility
                | Self::OnGoals
                | Self::MobilityOnGoals
        )
    }

    /// Admissible, and one step never takes more than one off.
    ///
    /// Distances that do not ask on which side of the box the player stands do not keep to this: a push that turns him
    /// out of one side shows them another square, whose least distance may be that of the side where he is not.
    pub const fn is_consistent(self) -> bool {
        self.is_admissible() && !matches!(self, Self::NearestPushes | Self::MatchingPushes)
    }
}
