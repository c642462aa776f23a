//! Strata of a study: levels grouped by the decisions that a plan can make.

use crate::level::Level;
use crate::maze::{Areas, Parts};
use crate::planner::parts::cuts;
use crate::solve::Options;
use serde::{Deserialize, Serialize};

/// Decisions that a plan can make in a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stratum {
    /// No decisions: the level is one area for planning.
    OneArea,
    /// To which area each box goes.
    Areas,
    /// To which area each box goes, and how many boxes cross the bridges at which the strategy `parts` would cut the
    /// level.
    Bridges,
}

impl Stratum {
    /// All strata, in the order of tables.
    pub const ALL: [Self; 3] = [Self::OneArea, Self::Areas, Self::Bridges];

    /// Returns the stratum of a level, by areas of the default definition.
    pub fn of(level: &Level) -> Self {
        let Options { rooms_by, patterns, merging, .. } = Options::default();
        if !cuts(&Parts::new(&level.board, &level.start)).is_empty() {
            return Self::Bridges;
        }
        let areas = Areas::planned(&level.board, rooms_by, &patterns, merging);
        if areas.len() > 1 { Self::Areas } else { Self::OneArea }
    }

    /// Returns the name of the stratum in tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::OneArea => "one area",
            Self::Areas => "several areas",
            Self::Bridges => "bridges",
        }
    }
}
