//! Options that limit a search: `--time`, `--nodes` and `--memory`.

use super::select::{reading_until, reading_within};
use crate::run::{Limits, Meter, StopFlag, parse_bytes, parse_count, parse_duration};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The limits of one search.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct BudgetArgs {
    /// Time for each level, as in 10s or 1m30s
    #[arg(help_heading = "Limits", long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    time: Duration,
    /// Nodes for each, as in 100k: a repeatable limit
    #[arg(help_heading = "Limits", long, value_name = "COUNT", value_parser = parse_count)]
    nodes: Option<u64>,
    /// Memory for each, as in 500MiB
    #[arg(help_heading = "Limits", long, value_name = "SIZE", default_value = "2GiB", value_parser = parse_bytes)]
    #[arg(hide_short_help = true)]
    memory: u64,
    /// Number of bytes of memory that the picked levels and rows occupy.
    #[arg(skip)]
    kept: Arc<AtomicU64>,
}

/// The limits of a subcommand that counts no nodes.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct BoundArgs {
    /// Time for each level, as in 10s or 1m30s
    #[arg(help_heading = "Limits", long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    #[arg(hide_short_help = true)]
    time: Duration,
    /// Memory for each, as in 500MiB
    #[arg(help_heading = "Limits", long, value_name = "SIZE", default_value = "2GiB", value_parser = parse_bytes)]
    #[arg(hide_short_help = true)]
    memory: u64,
}

impl BoundArgs {
    /// Returns the limits for one level.
    pub(super) const fn limits(self) -> Limits {
        Limits { time: Some(self.time), nodes: None, memory: Some(self.memory) }
    }

    /// Returns the meter for reading and keeping levels, which allows half of the memory for levels.
    pub(super) fn reading(self) -> Meter {
        reading_within(self.memory, Some(self.time))
    }
}

impl BudgetArgs {
    /// Returns the limits for one search: the memory of `--memory` minus the bytes of the picked levels.
    pub(super) fn limits(&self) -> Limits {
        let memory = self.memory.saturating_sub(self.kept.load(Ordering::Relaxed));
        Limits { time: Some(self.time), nodes: self.nodes, memory: Some(memory) }
    }

    /// Returns the meter for reading and keeping levels, which allows half of the memory for levels.
    pub(super) fn reading(&self) -> Meter {
        reading_within(self.memory, Some(self.time))
    }

    /// Returns the meter for levels that are dropped as soon as they are read; a raised `stop` ends the reading.
    pub(super) fn reading_until(&self, stop: &StopFlag) -> Meter {
        reading_until(self.memory, Some(self.time), stop.clone())
    }

    /// Subtracts further bytes, of the picked levels and of rows, from the memory of each search.
    pub(super) fn keep(&self, bytes: u64) {
        self.kept.fetch_add(bytes, Ordering::Relaxed);
    }
}
