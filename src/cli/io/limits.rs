//! Options that limit a search: `--time`, `--nodes`, `--memory` and `--threads`.

use crate::run::{Limits, Meter, StopFlag, parse_bytes, parse_count, parse_duration};
use crate::solve::Options;
use std::num::NonZero;
use std::time::Duration;

/// The limits of a subcommand that counts no nodes.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct BoundArgs {
    /// Maximum time per level, e.g. 10s or 1m30s [default: 60s]
    #[arg(help_heading = "Limits", long, value_name = "TIME", value_parser = parse_duration)]
    #[arg(hide_short_help = true)]
    time: Option<Duration>,
    /// Maximum memory of the whole run, e.g. 500MiB
    #[arg(help_heading = "Limits", long, value_name = "SIZE", default_value = "2GiB", value_parser = parse_bytes)]
    #[arg(hide_short_help = true)]
    memory: u64,
}

/// The limits of one search.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(mut_arg("time", |arg| arg.hide_short_help(false).help(TIME)))]
pub(crate) struct BudgetArgs {
    #[command(flatten)]
    bound: BoundArgs,
    /// Maximum number of nodes per level, e.g. 100k (reproducible)
    #[arg(help_heading = "Limits", long, value_name = "COUNT", value_parser = parse_count)]
    nodes: Option<u64>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LimitArgs {
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

const TIME: &str = "Maximum time per level, e.g. 10s [default: 60s without --nodes]";

/// Maximum time where the user limits neither time nor nodes: limits of nodes alone end at the same node on each machine.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Time before idle threads join a search: half of all levels are solved sooner.
const ALONE: Duration = Duration::from_millis(250);

impl BoundArgs {
    pub(crate) fn limits(self) -> Limits {
        Limits { time: self.time.or(Some(DEFAULT_TIME)), nodes: None, memory: Some(self.memory) }
    }

    pub(crate) fn reading(self) -> Meter {
        reading(self.limits(), StopFlag::default())
    }
}

impl BudgetArgs {
    /// Returns the limits; nodes alone are no limit of time.
    pub(crate) fn limits(self) -> Limits {
        let bound = self.bound.limits();
        let time = if self.nodes.is_some() { self.bound.time } else { bound.time };
        Limits { time, nodes: self.nodes, ..bound }
    }

    pub(crate) fn reading(self) -> Meter {
        reading(self.limits(), StopFlag::default())
    }
}

impl LimitArgs {
    pub(crate) fn limits(&self) -> Limits {
        self.budget.limits()
    }

    pub(crate) fn reading(&self) -> Meter {
        self.budget.reading()
    }

    pub(crate) fn or_cores(&self) -> Self {
        Self { threads: self.threads.or_cores(), ..self.clone() }
    }

    /// Returns the options for threads without a level that join the search of another level.
    pub(crate) fn joined(&self, options: Options, levels: usize) -> Options {
        Options { threads: self.threads.threads().unwrap_or(1) / levels.max(1), alone: ALONE, ..options }
    }
}

/// Returns the meter for reading files under the limits of searches, for which half of the memory is left.
pub(crate) fn reading(limits: Limits, stop: StopFlag) -> Meter {
    /// Minimum time for reading a file, since limits of searches may be shorter.
    const LEAST: Duration = Duration::from_millis(500);
    let (time, memory) = (limits.time.map(|time| time.max(LEAST)), limits.memory.map(|memory| memory / 2));
    Meter::new(Limits { time, nodes: None, memory }, stop)
}

/// Returns the meter for reading files for subcommands without limits: 2 GiB, any time.
pub(crate) fn reading_unlimited() -> Meter {
    reading(Limits { memory: Some(4 << 30), ..Limits::default() }, StopFlag::default())
}

#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct ThreadArgs {
    /// Number of levels in parallel [default: 1]
    #[arg(help_heading = "Limits", long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(crate) fn with_cores(threads: clap::Arg) -> clap::Arg {
    threads.help("Number of levels in parallel [default: number of cores]")
}

impl ThreadArgs {
    pub(crate) fn threads(self) -> Option<usize> {
        self.threads.map(usize::from)
    }

    pub(crate) fn or_cores(self) -> Self {
        Self { threads: self.threads.or_else(|| u16::try_from(cores()).ok()) }
    }
}

/// Returns the number of cores that the machine or its container allows; 1 if it is unknown.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}
