//! Work on picked levels, several concurrently, with results in order.
//!
//! Reports are handed on one by one, each as soon as all before it are finished. Shared by `solve`, `bench` and
//! `ladder`.

use super::Failure;
use super::areas::AreaArgs;
use super::budget::BudgetArgs;
use super::select::Picked;
use super::textbook::{Chosen, TextbookArgs};
use crate::abstraction::Rung;
use crate::level::Level;
use crate::run::{Limits, StopFlag, parse_count};
use crate::search::optimal::Metric;
use crate::solve::{Abstraction, Options, Part, Report, Sides, Solver};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// `--time`, `--nodes`, `--memory`, `--threads`.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct LimitArgs {
    #[command(flatten)]
    budget: BudgetArgs,
    /// How many levels are solved side by side, 1 unless asked otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// When push search takes over from plans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Fallback {
    Never,
    Uncertain,
    #[default]
    Always,
}

/// `--fallback` and the other switches of the two sides.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Planning")]
pub(super) struct SideArgs {
    /// When push search takes over from plans: never; where a label leaves open what a step can lead to (uncertain); or
    /// as strategies of their own too (always)
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, conflicts_with = "push_only")]
    fallback: Fallback,
    /// The same as `--fallback never`: nothing is proved then, except by exact plans
    #[arg(long, conflicts_with_all = ["push_only", "fallback", "strategy"])]
    no_fallback: bool,
    /// Only push searches, no abstract plans
    #[arg(long)]
    push_only: bool,
    /// What plans are made of: transfers (along a packing plan); or what they keep of each room: counts (of boxes), exits
    /// (and where they can go out), classes, sets (both exact); or auto (several in turn)
    #[arg(long, value_name = "KIND", default_value = "auto", value_parser = abstraction)]
    #[arg(conflicts_with = "push_only")]
    abstraction: Abstraction,
    /// One push search in the place of all. Of ours, in turn with the plans: lean, fess, fess-by-starts,
    /// fess-by-blocks, target. Of the textbooks, with nothing else: breadth-first, iterative-deepening, a-star,
    /// weighted-a-star, ida-star, sma-star, greedy-best-first, bidirectional, backward, kth
    #[arg(long, value_name = "NAME", value_parser = Chosen::read)]
    strategy: Option<Chosen>,
    #[command(flatten)]
    textbook: TextbookArgs,
    #[arg(long, value_name = "PARTS", value_delimiter = ',', help = parts_help())]
    leave_out: Vec<Part>,
    /// A shortest solution, proved, by A*: fewest pushes, moves, pushes-moves (fewest moves among those with fewest
    /// pushes) or moves-pushes; no plans are made then, and no other search is run
    #[arg(long, value_name = "METRIC", conflicts_with_all = ["fallback", "no_fallback", "push_only", "abstraction", "strategy"])]
    optimal: Option<Metric>,
    /// The most push nodes for carrying out one step of a plan on counts or exits
    #[arg(long, value_name = "COUNT", default_value = "5k", value_parser = parse_count)]
    #[arg(conflicts_with_all = ["push_only", "optimal"])]
    node_cap: u64,
    /// Plan on the areas as they are dumped, small ones not joined to neighbours
    #[arg(long, conflicts_with_all = ["push_only", "optimal"])]
    no_merge: bool,
    #[command(flatten)]
    areas: AreaArgs,
}

fn parts_help() -> String {
    let words: Vec<&str> = Part::words().into_iter().map(|(word, _)| word).collect();
    format!(
        "Leave strategies out of the run, or deadlock rules, advisers, and components of the feature-space searches and of plans of transfers out of all searches, to see what they are worth: {}",
        words.join(", ")
    )
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
    pub(super) const fn limits(&self) -> Limits {
        self.budget.limits()
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
    const fn sides(&self) -> Sides {
        match self.fallback {
            _ if self.push_only => Sides::PushOnly,
            _ if self.no_fallback => Sides::PlanOnly,
            Fallback::Never => Sides::PlanOnly,
            Fallback::Uncertain => Sides::PlanWithTakeovers,
            Fallback::Always => Sides::Both,
        }
    }

    /// Returns the options of the solver.
    pub(super) fn options(&self) -> Result<Options, Failure> {
        self.without_effect()?;
        let cutter = self.areas.cutter()?;
        let defaults = Options::default();
        let mut options = Options {
            sides: self.sides(),
            rooms_by: cutter.by,
            patterns: cutter.patterns,
            merging: defaults.merging.filter(|_| !self.no_merge),
            abstraction: self.abstraction,
            node_cap: self.node_cap,
            optimal: self.optimal,
            ..defaults
        };
        self.leave_out.iter().for_each(|&part| options.leave_out(part));
        self.strategy.as_ref().map_or(Ok(options.clone()), |chosen| chosen.alone(&self.textbook, &options))
    }
}

impl SideArgs {
    /// Returns the files that are read.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> + Clone {
        self.areas.path().into_iter()
    }

    /// Refuses options that would change nothing, since the search that they are for is not run.
    fn without_effect(&self) -> Result<(), Failure> {
        let is_textbook = self.strategy.as_ref().is_some_and(Chosen::is_textbook);
        let idle = match self.textbook.first() {
            Some(option) if !is_textbook => (option, "a --strategy of the textbooks, as in --strategy a-star"),
            _ if is_textbook && !self.leave_out.is_empty() => ("--leave-out", "our searches: theirs is --without"),
            _ => return Ok(()),
        };
        Err(Failure::message(format!("{} has no effect: it is for {}", idle.0, idle.1)))
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
    let work =
        |level: &Level| Solver::new(level).options(options.clone()).limits(limits.limits()).stop(stop.clone()).solve();
    work_all(picked, limits, stop, work, done)
}

/// Does other work on levels in the same way.
pub(super) fn work_all<T: Send>(
    picked: &[Picked],
    limits: &LimitArgs,
    stop: &StopFlag,
    work: impl Fn(&Level) -> T + Sync,
    done: impl FnMut(&Picked, Option<T>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    side_by_side(picked, limits, stop, |picked| picked.entry.body.as_ref().ok().map(&work), done)
}

/// Does work on any items in the same way.
pub(super) fn side_by_side<I: Sync, T: Send>(
    items: &[I],
    limits: &LimitArgs,
    stop: &StopFlag,
    work: impl Fn(&I) -> T + Sync,
    mut done: impl FnMut(&I, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let bar = bar(items.len());
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
        let result = in_order(&receiver, |index, report| {
            let result = bar.suspend(|| done(&items[index], report));
            bar.inc(1);
            result
        });
        if result.is_err() {
            stop.raise();
        }
        bar.finish_and_clear();
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

/// A progress bar on standard error, where that is a terminal and there is more than one level.
fn bar(levels: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{pos}/{len}, {elapsed} gone, {eta} to go {wide_bar}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let target = if levels > 1 { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(levels as u64), target).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
