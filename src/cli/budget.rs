//! `--time`, `--nodes`, `--memory`, shared by the subcommands that search.

use crate::run::{Limits, parse_bytes, parse_count, parse_duration};
use std::time::Duration;

/// The limits of one search.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct BudgetArgs {
    /// Time for each level, as in 10s or 1m30s
    #[arg(help_heading = "Limits", long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    time: Duration,
    /// Nodes for each, as in 100k: the limit that is repeatable
    #[arg(help_heading = "Limits", long, value_name = "COUNT", value_parser = parse_count)]
    nodes: Option<u64>,
    /// Memory for each, as in 500MiB
    #[arg(help_heading = "Limits", long, value_name = "SIZE", default_value = "2GiB", value_parser = parse_bytes)]
    memory: u64,
}

impl BudgetArgs {
    /// Returns the limits of one search.
    pub(super) const fn limits(&self) -> Limits {
        Limits { time: Some(self.time), nodes: self.nodes, memory: Some(self.memory) }
    }
}
