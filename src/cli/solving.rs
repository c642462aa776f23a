//! Work on picked levels, several concurrently, with results in order.
//!
//! Reports are handed on one by one, each as soon as all before it are finished. Shared by `solve`, `bench` and
//! `ladder`.

use super::Failure;
use super::areas::AreaArgs;
use super::budget::BudgetArgs;
use super::progress::{Progress, name};
use super::select::Picked;
use super::settings::SettingArgs;
use super::strategy::{is_textbook, make_plans, read, together};
use crate::abstraction::Rung;
use crate::level::Level;
use crate::run::{Limits, StopFlag, parse_count};
use crate::search::optimal::Metric;
use crate::solve::{Abstraction, Group, Options, Report, Solver};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// `--time`, `--nodes`, `--memory`, `--threads`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LimitArgs {
    #[command(flatten)]
    budget: BudgetArgs,
    /// Levels worked on side by side, 1 unless asked otherwise
    #[arg(help_heading = "Limits", long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// An older way to say who searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Fallback {
    Never,
    Uncertain,
    Always,
}

/// Who searches, for what, and with which parts.
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
    #[arg(conflicts_with_all = ["fallback", "no_fallback", "push_only", "abstraction", "strategy", "portfolio"])]
    optimal: Option<Metric>,
    /// What plans keep of each room; see `help rungs`
    #[arg(help_heading = "Search", long, value_name = "KIND", default_value = "auto", value_parser = abstraction)]
    #[arg(conflicts_with = "push_only", hide_short_help = true)]
    abstraction: Abstraction,
    /// Search side by side instead of in turn, on as many threads as --threads says
    ///
    /// Plans and every push search work on one level at once, and the first verified solution (or proof) ends all. Which is
    /// first depends on chance: not repeatable.
    #[arg(help_heading = "Search", long, hide_short_help = true)]
    portfolio: bool,
    #[command(flatten)]
    settings: SettingArgs,
    /// The most push nodes for carrying out one step of a plan on counts or exits [default: 5k]
    #[arg(help_heading = "Search", long, value_name = "COUNT", value_parser = parse_count)]
    #[arg(conflicts_with_all = ["push_only", "optimal"], hide_short_help = true)]
    node_cap: Option<u64>,
    /// Plan on the areas as they are dumped, small ones not joined to neighbours
    #[arg(help_heading = "Search", long, conflicts_with_all = ["push_only", "optimal"], hide_short_help = true)]
    no_merge: bool,
    #[arg(long, hide = true, conflicts_with_all = ["push_only", "strategy"])]
    fallback: Option<Fallback>,
    #[arg(long, hide = true, conflicts_with_all = ["push_only", "fallback", "strategy"])]
    no_fallback: bool,
    #[arg(long, hide = true)]
    push_only: bool,
    #[command(flatten)]
    areas: AreaArgs,
}

fn abstraction(text: &str) -> Result<Abstraction, String> {
    let on = Rung::ALL.map(|rung| (rung.word(), Abstraction::On(rung))).into_iter();
    let others = [("auto", Abstraction::Auto), ("transfers", Abstraction::Transfers)];
    let known = on.chain(others).find(|(word, _)| *word == text);
    known
        .map(|(_, abstraction)| abstraction)
        .ok_or_else(|| "expected transfers, counts, exits, classes, sets or auto".to_owned())
}

impl LimitArgs {
    /// Returns the limits of one level.
    pub(super) fn limits(&self) -> Limits {
        self.budget.limits()
    }

    /// Returns those of them that a level is read within, too.
    pub(super) const fn budget(&self) -> &BudgetArgs {
        &self.budget
    }

    /// Returns the requested number of threads.
    pub(super) fn threads(&self) -> Option<usize> {
        self.threads.map(usize::from)
    }

    /// Returns the same with one level at a time.
    pub(super) fn one_by_one(&self) -> Self {
        Self { threads: Some(1), ..self.clone() }
    }
}

impl SideArgs {
    /// Returns who searches, also where it is said in an older way.
    fn searchers(&self) -> Vec<String> {
        let group = |group: Group| vec![group.word().to_owned()];
        match self.fallback {
            Some(Fallback::Uncertain) => group(Group::Takeovers),
            Some(Fallback::Never) => group(Group::Plans),
            _ if self.no_fallback => group(Group::Plans),
            _ if self.push_only && self.strategy.is_empty() => group(Group::Pushes),
            _ => self.strategy.clone(),
        }
    }

    /// Returns the options of the solver, and the limits with one level at a time where all threads work on it.
    pub(super) fn options(&self, limits: &LimitArgs) -> Result<(Options, LimitArgs), Failure> {
        let searchers = self.searchers();
        self.without_effect(&searchers)?;
        let cutter = self.areas.cutter()?;
        let defaults = Options::default();
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        let options = Options {
            rooms_by: cutter.by,
            patterns: cutter.patterns,
            merging: defaults.merging.filter(|_| !self.no_merge),
            abstraction: self.abstraction,
            node_cap: self.node_cap.unwrap_or(defaults.node_cap),
            optimal: self.optimal,
            threads: if self.portfolio { limits.threads().unwrap_or_else(cores) } else { defaults.threads },
            ..defaults
        };
        let limits = if self.portfolio { limits.one_by_one() } else { limits.clone() };
        Ok((together(&searchers, &self.settings, options)?, limits))
    }

    /// Returns the files that are read.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> + Clone {
        self.areas.path().into_iter()
    }

    /// Refuses options that would change nothing, since the search that they are for is not run.
    fn without_effect(&self, searchers: &[String]) -> Result<(), Failure> {
        let is_textbook = searchers.iter().any(|word| is_textbook(word));
        self.settings.without_effect(is_textbook, !is_textbook)?;
        let plans = make_plans(searchers, self.abstraction);
        let of_plans = [
            (self.abstraction != Abstraction::Auto, "--abstraction"),
            (self.node_cap.is_some(), "--node-cap"),
            (self.no_merge, "--no-merge"),
        ];
        match of_plans.into_iter().find(|(is_given, _)| *is_given && !plans) {
            None => Ok(()),
            Some((_, option)) => {
                Err(Failure::message(format!("{option} has no effect: --strategy names nobody who makes such plans")))
            }
        }
    }
}

/// Solves the levels among `picked` and passes each entry to `done` in order, with the report where it is a level.
/// After an interruption, levels not started are left out.
pub(super) fn solve_all(
    picked: &[Picked],
    limits: &LimitArgs,
    options: &Options,
    stop: &StopFlag,
    done: impl FnMut(&Picked, Option<Report>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let progress = Progress::line(picked.len());
    let work = |picked: &Picked, level: &Level| {
        let solver = Solver::new(level).options(options.clone()).limits(limits.limits()).stop(stop.clone());
        solver.on_progress(|event| progress.tell(picked, level, event)).solve()
    };
    work_all(picked, limits, stop, &progress, work, done)
}

/// Does other work on levels in the same way.
pub(super) fn work_all<T: Send>(
    picked: &[Picked],
    limits: &LimitArgs,
    stop: &StopFlag,
    progress: &Progress,
    work: impl Fn(&Picked, &Level) -> T + Sync,
    done: impl FnMut(&Picked, Option<T>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let work = |picked: &Picked| {
        let level = picked.entry.body.as_ref().ok()?;
        progress.began(&name(picked));
        Some(work(picked, level))
    };
    side_by_side(picked, limits, stop, progress, work, done)
}

/// Does work on any items in the same way.
pub(super) fn side_by_side<I: Sync, T: Send>(
    items: &[I],
    limits: &LimitArgs,
    stop: &StopFlag,
    progress: &Progress,
    work: impl Fn(&I) -> T + Sync,
    mut done: impl FnMut(&I, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..limits.threads().unwrap_or(1).min(items.len()) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some((index, item)) = take(items, next, stop) {
                    if sender.send((index, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let result = in_order(&receiver, |index, report| progress.finished(|| done(&items[index], report)));
        if result.is_err() {
            stop.raise();
        }
        progress.clear();
        result
    })
}

fn take<'i, I>(items: &'i [I], next: &AtomicUsize, stop: &StopFlag) -> Option<(usize, &'i I)> {
    if stop.is_raised() {
        return None;
    }
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, items.get(index)?))
}

/// Passes results on as soon as all before them are there; at the end also those behind a gap.
fn in_order<T>(
    receiver: &mpsc::Receiver<(usize, T)>,
    mut deliver: impl FnMut(usize, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    for (index, report) in receiver {
        waiting.insert(index, report);
        while let Some(report) = waiting.remove(&due) {
            deliver(due, report)?;
            due += 1;
        }
    }
    waiting.into_iter().try_for_each(|(index, report)| deliver(index, report))
}
