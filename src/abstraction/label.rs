//! The rungs of the abstraction, and the labels that say how certain an operator is.

/// How much an abstract state keeps of each area; each rung keeps more than the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rung {
    /// An abstract state keeps the number of boxes of each area.
    #[default]
    Counts,
    /// An abstract state keeps for each area a strongly connected component of silent steps (pushes inside the area).
    /// Exact; an event may have several outcomes.
    Classes,
    /// An abstract state keeps for each area all that silent steps lead to. Exact; every event has one outcome.
    Sets,
}

impl Rung {
    /// All rungs, the coarsest first.
    pub const ALL: [Self; 3] = [Self::Counts, Self::Classes, Self::Sets];

    /// Returns whether a task on the rung is solvable if and only if the level is. On other rungs a plan is a proposal.
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Classes | Self::Sets)
    }

    /// Returns the name on the command line and in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Counts => "counts",
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
    /// All pushes inside the area were tried (the closure is complete), and one outcome is left after dominance.
    Deterministic,
    /// The closure is complete and has several outcomes, among which the planner chooses.
    Choice,
    /// The closure was cut by its budget: the outcomes found are real, but outcomes may be missing.
    Unknown,
    /// A proposed step that a push search must check in a position, or that failed in one because of other boxes.
    Context,
    /// All possibilities were tried, and no outcome exists.
    Impossible,
}

impl Label {
    /// All labels, in the order of reports.
    pub const ALL: [Self; 5] = [Self::Deterministic, Self::Choice, Self::Unknown, Self::Context, Self::Impossible];

    /// Returns the label of an operator with this number of outcomes; `is_cut`: whether its budget cut the closure.
    pub const fn of(outcomes: usize, is_cut: bool) -> Self {
        match (outcomes, is_cut) {
            (_, true) => Self::Unknown,
            (0 | 1, false) => Self::Deterministic,
            (_, false) => Self::Choice,
        }
    }

    /// Returns the name in reports, e.g. `choice`.
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
