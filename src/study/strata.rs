//! Strata of a study (levels grouped by the decisions that a plan can make), and counts of the operators of plans.

use crate::abstraction::LabelCounts;
use crate::level::Level;
use crate::maze::Areas;
use crate::planner::Act;
use crate::solve::{Options, Report, is_divided};
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Decisions that a plan can make in a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stratum {
    /// No decisions: the level is one area for planning.
    OneArea,
    /// To which area each box goes.
    Areas,
    /// To which area each box goes, and which group of boxes comes first: the strategy `agenda` divides the level.
    Groups,
}

impl Stratum {
    /// All strata, in the order of tables.
    pub const ALL: [Self; 3] = [Self::OneArea, Self::Areas, Self::Groups];

    /// Greatest number of squares times goals of a level that is divided into groups for its stratum.
    const MOST_DISTANCES: usize = 10_000_000;

    /// Returns the stratum of a level, by areas of the default definition.
    pub fn of(level: &Level) -> Self {
        // So large a table of distances would take longer than a search may.
        let is_small = level.board.len().saturating_mul(level.board.goals().len()) <= Self::MOST_DISTANCES;
        if is_small && is_divided(level, &Options::default()) {
            return Self::Groups;
        }
        let areas = Areas::of(&level.board);
        if areas.len() > 1 { Self::Areas } else { Self::OneArea }
    }

    /// Returns the name of the stratum in tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::OneArea => "one area",
            Self::Areas => "several areas",
            Self::Groups => "several groups",
        }
    }
}

/// Counts of what plans proposed and tried: transfers, operators of room events, and pushes of solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct OperatorCounts {
    /// Number of solved levels where all slots were filled, in any order.
    pub whole: u64,
    /// Number of levels with a plan.
    pub planned: u64,
    /// Number of pushes that plans made.
    pub pushes: u64,
    /// Number of these that are plain pushes of the fallback.
    pub fallback_pushes: u64,
    /// Number of these that full push searches made after they took over.
    pub takeover_pushes: u64,
    /// Number of operators tried: room events, arrangements and plain pushes.
    pub tried: u64,
    /// Number of operators that led only to positions found before.
    pub known: u64,
    /// Number of operators that led to a position proved lost by deadlock rules.
    pub lost: u64,
    /// Number of room events (border crossings) tried, by label.
    pub events: LabelCounts,
    /// Number of arrangements (moves of boxes inside an area) tried, by label.
    pub arrangements: LabelCounts,
    /// Number of plain pushes tried in positions where a limit ended the search inside an area.
    pub plain: u64,
    /// Number of full push searches that took over from the planner.
    pub takeovers: u64,
}

impl OperatorCounts {
    /// Returns the counts of a report; `None` if no plan was made.
    pub(super) fn of(report: &Report) -> Option<Self> {
        let plan = report.plan.as_ref()?;
        let by = |act: Act| plan.pushes_by(act) as u64;
        let mut counts = Self {
            pushes: Act::ALL.map(by).iter().sum(),
            fallback_pushes: by(Act::Push),
            takeover_pushes: by(Act::Takeover),
            ..Self::default()
        };
        if let Some(fidelity) = &plan.fidelity {
            counts.planned = 1;
            counts.whole = u64::from(fidelity.filled() == fidelity.slots && report.solution().is_some());
        }
        if let Some(tally) = &plan.tally {
            counts.tried = tally.labels().total() + tally.pushes;
            (counts.known, counts.lost) = (tally.known, tally.lost);
            (counts.events, counts.arrangements) = (tally.event_labels, tally.arrangement_labels);
            (counts.plain, counts.takeovers) = (tally.pushes, tally.takeovers);
        }
        Some(counts)
    }
}

impl AddAssign<&Self> for OperatorCounts {
    fn add_assign(&mut self, other: &Self) {
        self.whole += other.whole;
        self.planned += other.planned;
        self.pushes += other.pushes;
        self.fallback_pushes += other.fallback_pushes;
        self.takeover_pushes += other.takeover_pushes;
        self.tried += other.tried;
        self.known += other.known;
        self.lost += other.lost;
        self.events += other.events;
        self.arrangements += other.arrangements;
        self.plain += other.plain;
        self.takeovers += other.takeovers;
    }
}
