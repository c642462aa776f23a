//! Reasons why a search ends early, and answers about a level.

use serde::{Deserialize, Serialize};

/// Reason why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The time limit was met.
    #[error("time limit")]
    TimeLimit,
    /// The node limit was met.
    #[error("node limit")]
    NodeLimit,
    /// A further allocation would have exceeded the memory limit.
    #[error("memory limit")]
    MemoryLimit,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Answer about one level. `unsolvable` is a proof, `gave_up` is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// A solution was found, and verified by a replay that shares no code with the searches.
    Solved,
    /// It is proved that no solution exists.
    Unsolvable,
    /// The time limit was met.
    TimeLimit,
    /// The node limit was met.
    NodeLimit,
    /// The memory limit was met.
    MemoryLimit,
    /// All chosen searches ended without a solution or a proof.
    GaveUp,
    /// The user asked to stop.
    Interrupted,
    /// An error of this program: a search returned a wrong solution.
    InternalError,
    /// The text is not a level.
    Invalid,
}

impl Answer {
    /// Returns the word of the answer in JSON rows, like `time_limit`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::TimeLimit => "time_limit",
            Self::NodeLimit => "node_limit",
            Self::MemoryLimit => "memory_limit",
            Self::GaveUp => "gave_up",
            Self::Interrupted => "interrupted",
            Self::InternalError => "internal_error",
            Self::Invalid => "invalid",
        }
    }

    /// Returns the words of the answer in tables, like `time limit`.
    pub fn words(self) -> String {
        if self == Self::Invalid { "not a level".to_owned() } else { self.word().replace('_', " ") }
    }
}

impl Stop {
    /// Returns the answer about a level whose search ended for this reason.
    pub const fn answer(self) -> Answer {
        match self {
            Self::TimeLimit => Answer::TimeLimit,
            Self::NodeLimit => Answer::NodeLimit,
            Self::MemoryLimit => Answer::MemoryLimit,
            Self::Interrupted => Answer::Interrupted,
        }
    }
}
