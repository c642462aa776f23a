//! Strata of the levels of a study: the decisions that a plan can make in a level.

use crate::level::Level;
use crate::maze::{Areas, Parts};
use crate::planner::parts::cuts;
use crate::solve::Options;
use serde::{Deserialize, Serialize};

/// The decisions that a plan can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stratum {
    /// None: the level is one area for planning.
    OneArea,
    /// The area that each box goes to.
    Areas,
    /// The area that each box goes to, and the number of boxes that cross a bridge at which `parts` would cut.
    Bridges,
}

impl Stratum {
    /// All strata, in the order of tables.
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
