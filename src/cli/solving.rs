//! Limits, strategies, and the options of the solver, for `solve`, `bench` and `report`.

use super::Failure;
use super::areas::AreaArgs;
use super::budget::BudgetArgs;
use super::driver::{Driver, ThreadArgs, cores};
use super::progress::Progress;
use super::settings::SettingArgs;
use super::strategy::{is_textbook, make_plans, read, together};
use crate::planner::Abstraction;
use crate::run::{Limits, parse_count};
use crate::search::optimal::Metric;
use crate::solve::Options;
use std::path::Path;
use std::time::Duration;

/// `--time`, `--nodes`, `--memory`, `--threads`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LimitArgs {
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Time after which idle threads join a search. Half of all levels, and most levels that plans solve, are solved
/// sooner.
const ALONE: Duration = Duration::from_millis(250);

/// The strategies, their objective, and the parts that they use.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct SideArgs {
    /// Who searches: all, plans, pushes, or by name, as lean
    ///
    /// With commas between, as in lean,plans; settings of textbook searches stand after colons, as in a-star:h2. See
    /// `help strategies`.
    #[arg(help_heading = "Search", long, value_name = "NAMES", value_delimiter = ',', value_parser = read)]
    strategy: Vec<String>,
    /// A solution of proved fewest pushes or moves
    ///
    /// METRIC is pushes, moves, pushes-moves or moves-pushes. By pushes-moves it is one of fewest moves among those with fewest pushes, by moves-pushes the other way round.
    /// It is searched for by A*. By pushes, the searches of the default run find a solution meanwhile, which is shortened as by --improve and ends the search once none can be shorter.
    #[arg(help_heading = "Search", long, value_name = "METRIC")]
    #[arg(conflicts_with_all = ["abstraction", "strategy", "portfolio"])]
    optimal: Option<Metric>,
    /// What plans keep of each room; see `help rungs`
    #[arg(help_heading = "Search", long, value_name = "KIND", default_value = "auto", value_parser = abstraction)]
    #[arg(hide_short_help = true)]
    abstraction: KindOfPlans,
    /// Search side by side at once, one level at a time, on as many threads as --threads says
    ///
    /// Plans and every push search work on one level at once, and the first verified solution (or proof) ends all. Which is
    /// first depends on chance: not repeatable.
    #[arg(help_heading = "Search", long, hide_short_help = true)]
    portfolio: bool,
    #[command(flatten)]
    settings: SettingArgs,
    /// The most push nodes for carrying out one step of a plan on counts or exits [default: 5k]
    #[arg(help_heading = "Search", long, value_name = "COUNT", value_parser = parse_count)]
    #[arg(conflicts_with = "optimal", hide_short_help = true)]
    node_cap: Option<u64>,
    /// Plan on the areas as they are dumped, small ones not joined to neighbours
    #[arg(help_heading = "Search", long, conflicts_with = "optimal", hide_short_help = true)]
    no_merge: bool,
    #[command(flatten)]
    areas: AreaArgs,
}

/// The value of `--abstraction`; `None` is `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KindOfPlans(Option<Abstraction>);

fn abstraction(text: &str) -> Result<KindOfPlans, String> {
    let known = (text != "auto").then(|| text.parse()).transpose();
    known.map(KindOfPlans).map_err(|expected: String| format!("{expected}, auto"))
}

impl LimitArgs {
    /// Returns the limits for one level.
    pub(super) fn limits(&self) -> Limits {
        self.budget.limits()
    }

    /// Returns the limits of time, nodes and memory, which also apply to reading levels.
    pub(super) const fn budget(&self) -> &BudgetArgs {
        &self.budget
    }

    /// Returns the requested number of threads; `None` if no number was given.
    pub(super) fn threads(&self) -> Option<usize> {
        self.threads.threads()
    }

    /// Returns the limits with one thread for each core, unless a number was given.
    pub(super) fn or_cores(&self) -> Self {
        Self { threads: self.threads.or_cores(), ..self.clone() }
    }

    /// Returns the options with which threads that have no level of their own join the search of another level; with a
    /// node limit, the options unchanged, since the result must be that of one thread.
    pub(super) fn joined(&self, options: Options, levels: usize) -> Options {
        let threads = self.threads().unwrap_or(1) / levels.max(1);
        match threads > 1 && self.limits().nodes.is_none() {
            true => options.with_threads(threads).with_alone(ALONE),
            false => options,
        }
    }

    /// Returns the limits with one level at a time.
    fn one_by_one(&self) -> Self {
        Self { threads: ThreadArgs::one_by_one(), ..self.clone() }
    }

    /// Returns the driver of a subcommand, whose runs end at a signal.
    pub(super) fn driver(&self, progress: Progress) -> Result<Driver, Failure> {
        self.threads.driver(progress)
    }
}

impl SideArgs {
    /// Returns the options of the solver, and the limits; with `--portfolio` these limits are for one level at a time.
    pub(super) fn options(&self, limits: &LimitArgs) -> Result<(Options, LimitArgs), Failure> {
        self.without_effect()?;
        let cutter = self.areas.cutter()?;
        let defaults = Options::default();
        let options = Options {
            rooms_by: cutter.by,
            patterns: cutter.patterns,
            merging: defaults.merging.filter(|_| !self.no_merge),
            abstraction: self.abstraction.0,
            node_cap: self.node_cap.unwrap_or(defaults.node_cap),
            optimal: self.optimal,
            threads: if self.portfolio { self.threads(limits) } else { defaults.threads },
            ..defaults
        };
        let limits = if self.portfolio { limits.one_by_one() } else { limits.clone() };
        Ok((together(&self.strategy, &self.settings, options)?, limits))
    }

    /// Returns the number of threads that search, on one level or on several.
    pub(super) fn threads(&self, limits: &LimitArgs) -> usize {
        limits.threads().unwrap_or_else(|| if self.portfolio { cores() } else { 1 })
    }

    /// Returns the paths of the files that the options name.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> + Clone {
        self.areas.path().into_iter()
    }

    /// Returns an error if an option has no effect on the chosen strategies.
    fn without_effect(&self) -> Result<(), Failure> {
        let is_textbook = self.strategy.iter().any(|word| is_textbook(word));
        self.settings.without_effect(is_textbook, !is_textbook)?;
        let plans = make_plans(&self.strategy, self.abstraction.0);
        let of_plans = [
            (self.abstraction.0.is_some(), "--abstraction"),
            (self.node_cap.is_some(), "--node-cap"),
            (self.no_merge, "--no-merge"),
        ];
        match of_plans.into_iter().find(|(is_given, _)| *is_given && !plans) {
            None => Ok(()),
            Some((_, option)) => {
                Err(Failure::message(format!("{option} has no effect: no strategy of --strategy makes plans")))
            }
        }
    }
}
