//! Runs as input of charts.

use crate::study::Row;
use crate::study::comparison::count;
use indexmap::IndexMap;

/// Results of one strategy, or of one file of rows, by level.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) name: String,
    /// Results by file and number of the level.
    pub(super) outcomes: IndexMap<(String, usize), LevelResult>,
}

/// Result of a run on one level.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelResult {
    pub(super) is_solved: bool,
    pub(super) nodes: f64,
    /// Wall-clock time in seconds.
    pub(super) seconds: f64,
}

/// Figure on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    Nodes,
    Seconds,
}

impl Figure {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Seconds => "seconds",
        }
    }

    /// Returns the minimum that is drawn; lower figures are raised to it, since searches have a node, and the clock is
    /// coarse.
    pub(super) const fn least(self) -> f64 {
        match self {
            Self::Nodes => 1.0,
            Self::Seconds => 0.001,
        }
    }

    pub(super) const fn of(self, outcome: &LevelResult) -> f64 {
        match self {
            Self::Nodes => outcome.nodes,
            Self::Seconds => outcome.seconds,
        }
    }
}

impl Run {
    /// Returns the runs to which these rows belong, in the order of their first rows; rows without a run are of run
    /// `name`.
    pub fn of_rows(name: &str, rows: &[Row]) -> Vec<Self> {
        let mut runs: IndexMap<&str, Self> = IndexMap::new();
        for row in rows {
            let name = row.run.as_deref().unwrap_or(name);
            let empty = || Self { name: name.to_owned(), outcomes: IndexMap::new() };
            let nodes = count(row.nodes().max(row.search.expanded));
            let outcome = LevelResult { is_solved: row.is_solved(), nodes, seconds: row.body.seconds };
            runs.entry(name).or_insert_with(empty).outcomes.insert((row.file.clone(), row.level), outcome);
        }
        runs.into_values().collect()
    }

    /// Returns the levels that the run solves, by file and number.
    pub(super) fn solved_levels(&self) -> impl Iterator<Item = &(String, usize)> {
        self.outcomes.iter().filter(|(_, outcome)| outcome.is_solved).map(|(level, _)| level)
    }

    pub(super) fn solved(&self) -> usize {
        self.solved_levels().count()
    }
}
