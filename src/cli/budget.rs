//! `--time`, `--nodes`, `--memory`, shared by the subcommands that search.

use crate::run::{Limits, parse_bytes, parse_count, parse_duration};
use std::time::Duration;

/// The limits of one search.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct BudgetArgs {
    /// Time for each level or task, as in 500ms, 10s or 2m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    time: Duration,
    /// Plan and push nodes together for each, as in 100k or 1M; only this limit is repeatable to the byte
    #[arg(long, value_name = "COUNT", value_parser = parse_count)]
    nodes: Option<u64>,
    /// Memory for each, as in 500MiB or 2GiB
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = parse_bytes)]
    memory: u64,
}

impl BudgetArgs {
    /// Returns the limits of one search.
    pub(super) const fn limits(&self) -> Limits {
        Limits { time: Some(self.time), nodes: self.nodes, memory: Some(self.memory) }
    }
}
