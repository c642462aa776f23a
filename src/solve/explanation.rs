//! What the two sides did, for whoever wants to see it.

use super::Share;
use crate::deadlock::Refused;
use crate::maze::Areas;
use crate::planner::{Event, Proposals, Solution as Steps};
use crate::run::Progress;
use crate::search::textbook::Setup;
use serde::Serialize;
use std::time::Duration;

/// Why the full push search took over (DESIGN: a test, and not a feeling).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Takeover {
    /// No plan was left to try, and some proposed steps could not be carried out.
    RanDry,
    /// The plan side had used its share of the limits.
    ShareUsed,
    /// No attempt of the plan side came nearer in a whole turn.
    NoNearer,
    /// The plan side was switched off.
    Asked,
}

impl Takeover {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::RanDry => "no plan was left to try, and some steps could not be carried out",
            Self::ShareUsed => "the plan side had used its share of the limits",
            Self::NoNearer => "the plan side came no nearer in its last turns",
            Self::Asked => "the plan side was switched off",
        }
    }
}

/// What the search for a shortest solution did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What each deadlock rule refused.
    pub refused: Refused,
    /// How many places of two boxes were solved beforehand; `None` where the board is too large for that, or has one
    /// goal only.
    pub pairs: Option<usize>,
}

/// What one thread of a portfolio did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Racer {
    /// `plan`, the names of push searches, or several that took turns: `plan+coarse`.
    pub what: String,
    /// States of the planner.
    pub plan_nodes: u64,
    /// Positions of push searches.
    pub push_nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// `first`, `outrun` (stopped by the first), `late`, `exhausted`, or the limit that was met.
    pub ended: &'static str,
}

/// The plan side's story.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    /// The areas that were planned on; `None` where no plan was made.
    pub areas: Option<Areas>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The realised steps of the solution, where the plan side found it.
    pub steps: Option<Steps>,
    /// Why and that the push search took over.
    pub takeover: Option<Takeover>,
    /// The attempt that these areas, events and steps are of.
    pub attempt: String,
    /// Operators that this attempt made, by label, in the order of [`crate::abstraction::Label::ALL`]. A proposed step is
    /// `context`.
    pub labels: [u64; 4],
    /// What became of the proposals on the coarse rungs, whichever attempt made them.
    pub proposals: Proposals,
    /// What each push search did.
    pub shares: Vec<Share>,
    /// What the search for a shortest solution did, where one was asked for.
    pub proof: Option<Proof>,
    /// What each thread did, where several worked side by side.
    pub racers: Vec<Racer>,
    /// The most push nodes that one realisation took.
    pub dearest: u64,
    /// The search of the textbooks that worked alone, where one did.
    pub setup: Option<Setup>,
    /// What the push search that came last tells of itself.
    pub progress: Progress,
}
