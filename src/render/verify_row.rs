//! The JSON row of a checked solution.

use crate::level::Metrics;
use serde::Serialize;

/// The row of one solution. The keys `type`, `schema`, `file` and `level` stand before these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerifyRow<'a> {
    /// The level's title.
    pub title: &'a str,
    /// The line of its first move in its file, from 1.
    pub line: usize,
    /// Whether it solves the level.
    pub valid: bool,
    /// Its cost, if it does.
    #[serde(flatten)]
    pub metrics: Option<Metrics>,
    /// The move at which it breaks, from 1.
    pub broken_at: Option<usize>,
    /// Why it does not.
    pub reason: Option<String>,
}
