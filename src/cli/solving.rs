//! Limits, strategies, and the options of the solver, for `solve`, `bench` and `report`.

use super::Failure;
use super::areas::AreaArgs;
use super::budget::BudgetArgs;
use super::driver::ThreadArgs;
use super::strategy::{SettingArgs, is_textbook, read, together, word_parser};
use crate::run::{Limits, Meter};
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
    pub(super) threads: ThreadArgs,
}

/// Time before idle threads join a search: half of all levels are solved sooner.
const ALONE: Duration = Duration::from_millis(250);

/// The strategies, their objective, and the parts that they use.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct SideArgs {
    /// Strategies to run: all, plans, pushes, or names such as lean
    ///
    /// Separate several by commas, e.g. lean,plans; add settings of textbook searches after colons, e.g. a-star:h2. See `help
    /// strategies`.
    #[arg(help_heading = "Search", long, value_name = "NAMES", value_delimiter = ',', value_parser = read)]
    pub(super) strategy: Vec<String>,
    /// Find a solution with proved fewest pushes or moves
    ///
    /// METRIC is pushes, moves, pushes-moves (fewest moves among solutions with fewest pushes) or moves-pushes (the reverse). The
    /// search is A*. For pushes, the strategies of the default run look for a solution meanwhile; it is shortened like by
    /// --improve, and ends the search once no shorter solution can exist.
    #[arg(help_heading = "Search", long, value_name = "METRIC")]
    #[arg(conflicts_with = "strategy", hide_possible_values = true)]
    #[arg(value_parser = word_parser::<Metric>(Metric::ALL.map(Metric::word)))]
    optimal: Option<Metric>,
    #[command(flatten)]
    settings: SettingArgs,
    #[command(flatten)]
    areas: AreaArgs,
}

impl LimitArgs {
    pub(super) fn limits(&self) -> Limits {
        self.budget.limits()
    }

    pub(super) fn reading(&self) -> Meter {
        self.budget.reading()
    }

    pub(super) fn or_cores(&self) -> Self {
        Self { threads: self.threads.or_cores(), ..self.clone() }
    }

    /// Returns the options for threads without a level that join the search of another level; with a node limit, the options
    /// unchanged, since the result must equal the result of one thread.
    pub(super) fn joined(&self, options: Options, levels: usize) -> Options {
        let threads = self.threads.threads().unwrap_or(1) / levels.max(1);
        match threads > 1 && self.limits().nodes.is_none() {
            true => options.with_threads(threads).with_alone(ALONE),
            false => options,
        }
    }
}

impl SideArgs {
    pub(super) fn options(&self) -> Result<Options, Failure> {
        self.without_effect()?;
        together(&self.strategy, &self.settings, self.unchosen()?)
    }

    /// Returns the options for each strategy alone, with its name: its word, and the settings of a textbook search.
    pub(super) fn each(&self, words: &[String]) -> Result<Vec<(String, Options)>, Failure> {
        let of_textbooks = words.iter().filter(|word| is_textbook(word)).count();
        self.settings.without_effect(of_textbooks > 0, of_textbooks < words.len())?;
        let unchosen = self.unchosen()?;
        let alone = |word: &String| {
            let options = together(std::slice::from_ref(word), &self.settings, unchosen.clone())?;
            Ok((options.textbook.as_ref().map_or_else(|| word.clone(), ToString::to_string), options))
        };
        words.iter().map(alone).collect()
    }

    fn unchosen(&self) -> Result<Options, Failure> {
        let cutter = self.areas.cutter()?;
        Ok(Options { rooms_by: cutter.by, patterns: cutter.patterns, optimal: self.optimal, ..Options::default() })
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> + Clone {
        self.areas.path().into_iter()
    }

    fn without_effect(&self) -> Result<(), Failure> {
        let is_textbook = self.strategy.iter().any(|word| is_textbook(word));
        self.settings.without_effect(is_textbook, !is_textbook)
    }
}
