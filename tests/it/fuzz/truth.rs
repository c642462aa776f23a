//! Known facts of a level while answers about it are judged.

/// From exhaustive search, or from the answers so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    Open,
    /// The pushes of the shortest solution that was seen.
    AtMost(usize),
    /// The fewest pushes of a solution.
    Least(usize),
    /// It has no solution, by search or by an answer: a solution would be a contradiction.
    Unsolvable,
}

impl Truth {
    /// By the fewest pushes of a solution, if there is one.
    pub(crate) fn of(least: Option<usize>) -> Self {
        least.map_or(Self::Unsolvable, Self::Least)
    }

    /// Returns what is known after a solution was seen.
    pub(crate) fn with(self, pushes: usize) -> Self {
        match self {
            Self::Open => Self::AtMost(pushes),
            Self::AtMost(known) => Self::AtMost(known.min(pushes)),
            known => known,
        }
    }

    /// True if there is a solution for certain.
    pub(crate) const fn is_solvable(self) -> bool {
        matches!(self, Self::AtMost(_) | Self::Least(_))
    }

    /// True if the truth is completely known.
    pub(crate) const fn is_exact(self) -> bool {
        matches!(self, Self::Least(_) | Self::Unsolvable)
    }

    /// True if this may be the fewest pushes.
    pub(crate) const fn allows_least(self, pushes: usize) -> bool {
        match self {
            Self::Open => true,
            Self::AtMost(known) => pushes <= known,
            Self::Least(known) => pushes == known,
            Self::Unsolvable => false,
        }
    }

    /// True if this may be a lower bound of the pushes of all solutions.
    pub(crate) const fn allows_bound(self, pushes: usize) -> bool {
        match self {
            Self::Open | Self::Unsolvable => true,
            Self::AtMost(known) | Self::Least(known) => pushes <= known,
        }
    }
}
