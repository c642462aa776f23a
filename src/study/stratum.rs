//! What a plan can decide in a level, by which levels of a study are divided.

use crate::level::Level;
use crate::maze::{Areas, Parts};
use crate::planner::parts::cuts;
use crate::solve::Options;
use serde::{Deserialize, Serialize};

/// What a plan can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stratum {
    /// Nothing: the level is one area for planning.
    OneArea,
    /// Which box goes to which of several areas.
    Areas,
    /// The same, and how many boxes cross a bridge at which `parts` would cut.
    Bridges,
}

impl Stratum {
    /// All, in the order of tables.
    pub const ALL: [Self; 3] = [Self::OneArea, Self::Areas, Self::Bridges];

    /// Returns the stratum of a level, by the areas of the default definition.
    pub fn of(level: &Level) -> Self {
        let Options { rooms_by, patterns, merging, .. } = Options::default();
        if !cuts(&Parts::new(&level.board, &level.start)).is_empty() {
            return Self::Bridges;
        }
        let areas = Areas::planned(&level.board, rooms_by, &patterns, merging);
        if areas.len() > 1 { Self::Areas } else { Self::OneArea }
    }

    /// Returns the name in tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::OneArea => "one area",
            Self::Areas => "several areas",
            Self::Bridges => "bridges",
        }
    }
}
