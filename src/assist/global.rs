//! Can this position still be solved? Only a search can tell.

use crate::level::Level;
use crate::run::{Answer, Meter};
use crate::solve::{Options, Sides, solve};

/// What a search under a budget says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Global {
    /// There is a solution: these moves, verified.
    Alive(String),
    /// Proved: there is none.
    Dead,
    /// The budget was used up first.
    Unknown,
}

impl Global {
    /// Searches from the level's start.
    pub fn ask(level: &Level, meter: &mut Meter) -> Self {
        let options = Options { sides: Sides::PushOnly, ..Options::default() };
        let report = solve(level, &options, meter);
        match (report.answer, report.solution) {
            (_, Some(solution)) => Self::Alive(solution.lurd),
            (Answer::Unsolvable, None) => Self::Dead,
            _ => Self::Unknown,
        }
    }

    /// The word that reports use.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Alive(_) => "alive",
            Self::Dead => "dead",
            Self::Unknown => "unknown",
        }
    }
}
