//! The rungs of the abstraction, and the labels of its operators.

/// The rungs: each keeps more of a room than the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rung {
    /// The number of boxes of each area.
    #[default]
    Counts,
    /// Counts, and the openings by which a box of the area can leave after pushes inside it (Botea's predicates, in
    /// LISA's reading).
    Exits,
    /// The strongly connected components of silent steps. Exact; an event has an operator for each outcome.
    Classes,
    /// The whole closure under silent steps. Exact; every event has one outcome.
    Sets,
}

impl Rung {
    /// All rungs, from the coarsest.
    pub const ALL: [Self; 4] = [Self::Counts, Self::Exits, Self::Classes, Self::Sets];

    /// Returns whether 'solvable' on this rung means solvable in the level. On the others a plan is a proposal.
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Classes | Self::Sets)
    }

    /// Returns the word on the command line and in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Exits => "exits",
            Self::Classes => "classes",
            Self::Sets => "sets",
        }
    }
}

impl std::fmt::Display for Rung {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

crate::run::from_word!(Rung);

/// How certain the outcome of an operator is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// The closure is complete, and one outcome is left after dominance.
    Deterministic,
    /// The closure is complete, and there are several outcomes; the planner chooses.
    Choice,
    /// The budget cut the closure; the outcomes found are real, others may be missing.
    Unknown,
    /// A proposal, to be checked by a push search in the real position; or one that failed there because of boxes
    /// elsewhere.
    Context,
    /// The search was exhaustive, and there is no outcome.
    Impossible,
}

impl Label {
    /// All labels.
    pub const ALL: [Self; 5] = [Self::Deterministic, Self::Choice, Self::Unknown, Self::Context, Self::Impossible];

    /// The labels of operators: all but `impossible`.
    pub const OF_OPERATORS: [Self; 4] = [Self::Deterministic, Self::Choice, Self::Unknown, Self::Context];

    /// Returns the label of an operator with this number of outcomes.
    pub const fn of(outcomes: usize, is_cut: bool) -> Self {
        match (outcomes, is_cut) {
            (_, true) => Self::Unknown,
            (0 | 1, false) => Self::Deterministic,
            (_, false) => Self::Choice,
        }
    }

    /// Returns the word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Deterministic => "deterministic",
            Self::Choice => "choice",
            Self::Unknown => "unknown",
            Self::Context => "context",
            Self::Impossible => "impossible",
        }
    }
}
