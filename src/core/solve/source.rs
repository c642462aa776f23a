//! Source of an answer: a strategy, or another part of the program.

use super::Strategy;
use serde::{Serialize, Serializer};

/// Source of a solution or another answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The search of a strategy.
    Search(Strategy),
    /// The full push search that took over from plans.
    Takeover,
    /// The start position, without a search.
    Start,
    /// The search for a proved shortest solution.
    Optimal,
    /// The search that shortens solutions.
    Improve,
    /// A proof by pictures, accepted by the checker, that no solution exists.
    Proof,
    /// The generator, which builds each level from its solution.
    Generate,
    /// A plan that was read from a file and carried out.
    File,
}

impl Source {
    /// Returns the name in reports: the name of the strategy, or e.g. `takeover`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Search(strategy) => strategy.word(),
            Self::Takeover => "takeover",
            Self::Start => "start",
            Self::Optimal => "optimal",
            Self::Improve => "improve",
            Self::Proof => "proof",
            Self::Generate => "generate",
            Self::File => "file",
        }
    }

    /// True if the source is plans, carried out by steps of their own.
    pub const fn is_plan(self) -> bool {
        matches!(self, Self::Search(strategy) if strategy.is_plan())
    }

    /// True if the source is a push search, including a search that took over from plans.
    pub const fn is_push_search(self) -> bool {
        matches!(self, Self::Takeover) || matches!(self, Self::Search(strategy) if strategy.is_push_search())
    }
}

impl From<Strategy> for Source {
    fn from(strategy: Strategy) -> Self {
        Self::Search(strategy)
    }
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}
