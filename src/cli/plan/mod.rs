//! The subcommand `sokoplan plan`: shows the abstract plans of a level, and the result of carrying out each plan.

mod from;
mod query;

pub(super) use from::FromRow;

use super::areas::AreaArgs;
use super::destination::{Destination, distinct};
use super::driver::NoResult;
use super::output::{Output, OutputArgs, SkinArgs};
use super::progress::Progress;
use super::row::{self, Unanswered};
use super::select::{LevelArgs, Picked};
use super::solving::LimitArgs;
use super::{ExitStatus, Failure};
use crate::cli::output::has_arrows;
use crate::level::Level;
use crate::maze::Maze;
use crate::planner::{Abstraction, PlanningContext};
use crate::render::{PlanView, WhatIf, cut_to};
use crate::run::{Answer, Meter, StopFlag};
use crate::solve::{Outcome, Planning};
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Explore abstract plans and the result of each step
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan plan levels/6-lisa.xsb -k 3
  sokoplan plan levels/6-lisa.xsb --level 1 --abstraction sets
  sokoplan plan levels/6-lisa.xsb --level 1 -v       with what was refused, and why
  sokoplan plan set.xsb --level 2 --abstraction transfers --trace trace.jsonl
  sokoplan plan set.xsb --level 2 -k 9 --top        the cheapest ones, alike or not
  sokoplan plan set.xsb --level 2 --after rrdL --forbid 'A > b'    what changes then
  sokoplan plan set.xsb --level 2 --format svg -o plan.svg
  sokoplan plan set.xsb --level 2 --format dot | dot -Tsvg -o states.svg
  sokoplan plan set.xsb --trace trace.jsonl --json > plans.jsonl
  sokoplan plan set.xsb --level 2 --from plan    a plan of another planner

On transfers and counts a plan is a proposal: half of the limits goes to the k plans, the
rest to carrying plans out. On sets one plan is found, with its pushes. All may end
early, and show what they have. The full push search is never asked.")]
pub(super) struct PlanArgs {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    query: query::QueryArgs,
    /// What plans are made of; see `help abstraction`
    #[arg(help_heading = "Search", long, value_name = "KIND", default_value_t = Abstraction::Counts)]
    abstraction: Abstraction,
    /// Write the trace of the planner: every plan that it made and every step that it tried
    ///
    /// As JSON Lines.
    #[arg(help_heading = "Output", long, hide_short_help = true, value_name = "FILE")]
    trace: Option<Destination>,
    /// Check and carry out a plan of another planner
    ///
    /// It was found for a problem that `pddl export` has written. Prints NUMBER LURD.
    #[arg(help_heading = "Plans of other planners", long, value_name = "PLAN", conflicts_with_all = ["trace", "k", "abstraction", "force", "forbid"])]
    from: Option<PathBuf>,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    skin: SkinArgs,
    #[command(flatten)]
    output: OutputArgs<Format>,
}

const LEGEND: &str = "A > b: one box goes from area A to area b; its label says how sure the outcome is";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The plans as a table, and the best one
    #[default]
    Text,
    /// JSON Lines, for programs
    Json,
    /// The states that the plans go through, for Graphviz
    Dot,
    /// Transfers as arrows over the rooms
    Svg,
}

pub(super) fn run(args: &PlanArgs) -> Result<ExitStatus, Failure> {
    let inputs = args.levels.paths().chain(args.areas.path()).chain(args.from.as_deref());
    distinct(inputs, args.trace.iter().chain([args.output.destination()]))?;
    args.without_effect()?;
    args.skin.is_for(args.output.format() == Format::Svg)?;
    let selection = args.levels.load(&args.limits.reading())?;
    let driver =
        args.limits.threads.driver(Progress::line("planning ", selection.entries.len(), args.output.is_quiet()))?;
    let levels: Vec<_> = selection.levels().collect();
    if let Some(plan) = &args.from {
        let exit = selection.report_faults().and(selection.exit);
        return Ok(exit.and(from::run(args, plan, &levels, &driver.stop)?));
    }
    if matches!(args.output.format(), Format::Svg | Format::Dot) && levels.len() > 1 {
        return Err(Failure::message("several levels: pick one with --level for this format"));
    }
    let mut out = args.output.open()?;
    let mut trace = args.trace.as_ref().map(Destination::open).transpose()?;
    let (mut realised, mut is_first) = (0, true);
    let is_misused = AtomicBool::new(false);
    let work = |picked: &Picked, level: &Level| plan(args, picked, level, &driver.stop, &is_misused);
    let done = |out: &mut Output, picked: &Picked, planned: PlanOutput| {
        let fault = picked.report_internal_error(&planned.outcome);
        realised += usize::from(planned.is_realised);
        if let Some(trace) = &mut trace {
            trace.write_all(&planned.trace)?;
            trace.flush()?;
        }
        if !std::mem::take(&mut is_first) && args.output.format() == Format::Text {
            writeln!(out)?;
        }
        out.write_all(&planned.shown)?;
        out.flush()?;
        Ok(planned.exit.and(fault))
    };
    let ran = driver.rows(&selection, &mut out, args.output.is_json(), work, done)?;
    trace.map_or(Ok(()), Output::close)?;
    let exit = ran.conclude(out, args.output.is_json(), Realised { realised })?;
    if args.output.format() == Format::Text && ran.levels > 0 {
        args.output.file.legend(LEGEND, args.levels.hidden("the plans side by side and the trace of the search"));
    }
    Ok(if is_misused.into_inner() { exit.and(ExitStatus::Failed) } else { exit })
}

/// Count of the last row.
#[derive(JsonSchema, Serialize)]
pub(in crate::cli) struct Realised {
    /// Number of levels that were solved.
    realised: usize,
}

struct PlanOutput {
    shown: Vec<u8>,
    trace: Vec<u8>,
    outcome: Outcome,
    is_realised: bool,
    exit: ExitStatus,
}

/// Plans one level; sets `is_misused` if an option names a border that the level does not have.
fn plan(
    args: &PlanArgs,
    picked: &Picked,
    level: &Level,
    stop: &StopFlag,
    is_misused: &AtomicBool,
) -> Result<PlanOutput, NoResult> {
    let mut meter = Meter::new(args.limits.limits(), stop.clone());
    let planning = args.planning()?;
    let areas = planning.areas(level, &meter)?;
    let maze = Maze::new(&level.board, &mut meter)?;
    let context = PlanningContext::new(&maze, &areas);
    let query = args.query.query(args.abstraction, &context);
    let query = query.map_err(|reason| {
        is_misused.store(true, Ordering::Relaxed);
        Unanswered::new(Answer::Invalid, reason)
    })?;
    let free = query.has_conditions().then(|| query.without_conditions());
    let without = free.map(|free| planning.within_half(level, &context, &free, &mut meter));
    let (explored, report) = planning.plan(level, &context, &query, &mut meter);
    let what_if = without.as_ref().map(|without| WhatIf { query: &query, without });
    let exit = if what_if.is_some() {
        ExitStatus::from(!explored.plans.is_empty())
    } else {
        ExitStatus::from(report.answer())
    };
    let shown_areas = planning.shown_areas(level);
    let mut view = PlanView::new(level, [&areas, &shown_areas], &explored, &report, stop);
    (view.what_if, view.has_arrows) = (what_if, args.output.file.is_stdout() && has_arrows());
    let mut trace = Vec::new();
    if args.trace.is_some() {
        view.trace()
            .try_for_each(|entry| row::of_level(&mut trace, "trace", &picked.file, picked.entry.number, entry))?;
    }
    let shown = shown(args, picked, &view, &maze)?;
    let is_realised = report.solution().is_some();
    Ok(PlanOutput { shown, trace, outcome: report.outcome, is_realised, exit })
}

fn shown(args: &PlanArgs, picked: &Picked, view: &PlanView<'_>, maze: &Maze<'_>) -> Result<Vec<u8>, Failure> {
    Ok(match args.output.format() {
        Format::Json => row::bytes(picked, view.row())?,
        Format::Dot => view.dot().into_bytes(),
        Format::Svg => {
            let picture = view.svg(args.areas.cutter()?.by, maze.distances.dead_squares());
            args.skin.dress(picture).into_bytes()
        }
        Format::Text => {
            let width = args.output.width();
            let text = if args.levels.pick.verbose { view.details(width) } else { view.text(width) };
            format!("{}\n{text}", cut_to(&picked.heading(), width.unwrap_or(usize::MAX))).into_bytes()
        }
    })
}

impl PlanArgs {
    fn planning(&self) -> Result<Planning, Failure> {
        let cutter = self.areas.cutter()?;
        let planning = Planning::new(self.abstraction);
        Ok(Planning { rooms_by: cutter.by, patterns: cutter.patterns, ..planning })
    }

    fn without_effect(&self) -> Result<(), Failure> {
        let is_of_plans = !matches!(self.output.format(), Format::Text | Format::Json);
        if is_of_plans && self.from.is_some() {
            return Err(Failure::message("--from writes no pictures and graphs: expected --format text or json"));
        }
        if self.trace.is_some() && self.abstraction.is_exact() {
            return Err(Failure::message("--trace has no effect: plans on sets are not tried step by step"));
        }
        if let Some(words) = self.query.without_effect(self.abstraction) {
            return Err(Failure::message(words));
        }
        if self.query.has_conditions() && self.from.is_some() {
            return Err(Failure::message("--force and --forbid have no effect: no plan is made"));
        }
        Ok(())
    }
}
