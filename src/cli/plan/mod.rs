//! `sokoplan plan`
//!
//! Shows the abstract plans of a level, and the result of realising them. Plans of other planners are left to [`from`],
//! packing orders to [`packing`].

mod from;
mod packing;
mod query;

use super::areas::AreaArgs;
use super::budget::BudgetArgs;
use super::interruption::interruptible;
use super::output::{DetailArgs, Output, OutputArgs, OutputFormat, distinct};
use super::row::{self, Unanswered};
use super::select::{LevelArgs, Picked};
use super::{ExitStatus, Failure, pddl};
use crate::abstraction::Rung;
use crate::level::Level;
use crate::maze::{Areas, Maze};
use crate::planner::pddl::Model;
use crate::planner::{AbstractSpace, Explored, PlanningContext};
use crate::render::{PlanView, WhatIf, cut_to};
use crate::run::{Answer, Meter, StopFlag, parse_count};
use crate::solve::{Planning, Report};
use clap::ValueEnum;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Explore abstract plans, and what became of each step
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan plan levels/6-lisa.xsb -k 3
  sokoplan plan levels/6-lisa.xsb --level 1 -k 2 --abstraction sets
  sokoplan plan levels/6-lisa.xsb --level 1 -v       with what was refused, and why
  sokoplan plan set.xsb --level 2 --abstraction transfers --trace events.jsonl
  sokoplan plan set.xsb --level 2 -k 9 --top        the cheapest ones, alike or not
  sokoplan plan set.xsb --level 2 --after rrdL --forbid 'A > b'    what changes then
  sokoplan plan set.xsb --level 2 --format svg -o plan.svg
  sokoplan plan set.xsb --level 2 --format dot | dot -Tsvg -o states.svg
  sokoplan plan set.xsb --trace events.jsonl --json > plans.jsonl
  sokoplan plan set.xsb --level 2 --from plan --domain rooms    a plan of another planner
  sokoplan plan set.xsb --level 3 --packing         the order in which goals are filled

On transfers, counts and exits a plan is a proposal: half of the limits goes to the k plans, the
rest to carrying plans out. On classes and sets every plan comes with its pushes: half goes to the
k best, and where there is none by then, the rest to any. All may end early, and show what they
have. The full push search is never asked.")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    query: query::QueryArgs,
    /// What plans are made of; see `help rungs`
    #[arg(help_heading = "Search", long, value_name = "KIND", default_value_t = AbstractSpace::Rung(Rung::Counts))]
    abstraction: AbstractSpace,
    /// Write every event of the planner
    ///
    /// As JSON Lines.
    #[arg(help_heading = "Output", long, hide_short_help = true, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Show the packing order instead
    ///
    /// How goals are filled, worked out from the back, and what is parked until when.
    #[arg(help_heading = "Search", long, conflicts_with_all = ["from", "trace", "k", "abstraction", "top", "diverse", "force", "forbid"])]
    packing: bool,
    #[command(flatten)]
    from: from::FromArgs,
    /// The most push nodes for carrying out one step
    #[arg(help_heading = "Search", hide_short_help = true, long, value_name = "COUNT", default_value = "5k", value_parser = parse_count)]
    node_cap: u64,
    /// Plan on the areas as they are dumped, small ones not joined to neighbours
    #[arg(help_heading = "Search", hide_short_help = true, long)]
    no_merge: bool,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs<Format>,
    #[command(flatten)]
    detail: DetailArgs,
}

/// The words of the text, in one line.
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
    /// The same in dots
    Png,
    /// The abstract task, as a problem of the domain rooms-counts, on classes and sets of the domain rooms
    Pddl,
}

impl OutputFormat for Format {
    const JSON: Self = Self::Json;

    fn is_png(self) -> bool {
        self == Self::Png
    }
}

#[derive(Default, Serialize)]
struct Summary {
    levels: usize,
    realised: usize,
    interrupted: bool,
}

/// The reason why a level is not planned on an exact rung.
const TOO_LARGE: &str = "the level is too large for classes and sets: take --abstraction counts";

/// Runs the subcommand.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    let inputs = args.levels.paths().chain(args.areas.path()).chain(args.from.from.as_deref());
    distinct(inputs, args.trace.as_deref().into_iter().chain(args.output.path()))?;
    args.without_effect()?;
    let selection = args.levels.load_beside(&args.budget)?;
    let stop = interruptible()?;
    let levels: Vec<_> = selection.levels().collect();
    if let Some(plan) = &args.from.from {
        let exit = selection.report_faults().and(selection.exit);
        return Ok(exit.and(from::run(args, plan, &levels, &stop)?));
    }
    if matches!(args.output.format(), Format::Svg | Format::Png | Format::Dot | Format::Pddl) && levels.len() > 1 {
        return Err(Failure::message("several levels: pick one with --level for this format"));
    }
    if args.packing {
        return Ok(selection.exit.and(packing::run(args, &selection.entries, &stop)?));
    }
    let mut reporter = Reporter {
        args,
        out: args.output.open_within(args.budget.limits())?,
        trace: args.trace.as_deref().map(Output::file).transpose()?,
        summary: Summary::default(),
        exit: selection.exit,
    };
    for picked in selection.entries.iter().take_while(|_| !stop.is_raised()) {
        match &picked.entry.body {
            Ok(level) => reporter.level(picked, level, &stop)?,
            Err(_) => reporter.exit = reporter.exit.and(row::fault(reporter.rows(), picked)?),
        }
    }
    reporter.conclude(stop.is_raised())
}

struct Reporter<'a> {
    args: &'a Args,
    out: Output,
    trace: Option<Output>,
    summary: Summary,
    exit: ExitStatus,
}

impl Reporter<'_> {
    /// Plans one level; where a limit or the size of the level forbids that, tells so.
    fn level(&mut self, picked: &Picked, level: &Level, stop: &StopFlag) -> Result<(), Failure> {
        if let Err(unanswered) = self.plan(picked, level, stop)? {
            self.summary.levels += 1;
            let exit = unanswered.report(self.rows(), picked)?;
            self.exit = self.exit.and(exit);
        }
        Ok(())
    }

    fn plan(&mut self, picked: &Picked, level: &Level, stop: &StopFlag) -> Result<Result<(), Unanswered>, Failure> {
        let mut meter = Meter::new(self.args.budget.limits(), stop.clone());
        let planning = self.args.planning()?;
        let areas = match planning.areas(level, &meter) {
            Ok(Some(areas)) => areas,
            Ok(None) => return Ok(Err(Unanswered::new(Answer::GaveUp, TOO_LARGE))),
            Err(stop) => return Ok(Err(stop.into())),
        };
        let maze = match Maze::new(&level.board, &mut meter) {
            Ok(maze) => maze,
            Err(stop) => return Ok(Err(stop.into())),
        };
        let context = PlanningContext::new(&maze, &areas);
        if self.args.output.format() == Format::Pddl {
            return self.report_task(picked, level, &context, &mut meter);
        }
        let query = match self.args.query.query(self.args.abstraction, &context, self.args.trace.is_some()) {
            Ok(query) => query,
            Err(reason) => return Ok(Err(Unanswered::new(Answer::Invalid, reason))),
        };
        let free = query.has_conditions().then(|| query.without_conditions());
        let without = free.map(|free| planning.within_half(level, &context, &free, &mut meter));
        let (explored, report) = planning.plan(level, &context, &query, &mut meter);
        let what_if = without.as_ref().map(|without| WhatIf { query: &query, without });
        let shown = planning.shown_areas(level);
        let areas = [&areas, &shown];
        let results = Results { level, areas, maze: &maze, explored: &explored, report: &report, what_if, stop };
        self.report(picked, &results)?;
        Ok(Ok(()))
    }

    /// Returns the output where rows are written.
    fn rows(&mut self) -> Option<&mut Output> {
        self.args.output.is_json().then_some(&mut self.out)
    }

    fn report(&mut self, picked: &Picked, results: &Results<'_>) -> Result<(), Failure> {
        let is_solved = results.report.solution().is_some();
        picked.report_internal_error(&results.report.outcome);
        self.summary.levels += 1;
        self.summary.realised += usize::from(is_solved);
        let is_proposal = results.what_if.is_some() && !results.explored.space.is_exact();
        self.exit = self.exit.and(if is_proposal {
            ExitStatus::from(!results.explored.plans.is_empty())
        } else {
            ExitStatus::from(results.report.answer())
        });
        let view = PlanView::new(results.level, results.areas, results.explored, results.report, results.stop);
        let view = view.with_what_if(results.what_if);
        if let Some(trace) = &mut self.trace {
            view.events()
                .try_for_each(|event| row::of_level(trace, "event", &picked.file, picked.entry.number, event))?;
            trace.flush()?;
        }
        match self.args.output.format() {
            Format::Json => row::level(&mut self.out, &picked.file, picked.entry.number, view.row())?,
            Format::Dot => self.out.write_all(view.dot().as_bytes())?,
            Format::Svg | Format::Png => {
                let by = self.args.areas.cutter()?.by;
                self.out.write_all(view.svg(by, results.maze.distances.dead_squares()).as_bytes())?;
            }
            Format::Text | Format::Pddl => {
                let blank = if self.summary.levels > 1 { "\n" } else { "" };
                let width = self.args.output.width();
                let text = if self.args.detail.is_verbose() { view.details(width) } else { view.text(width) };
                let heading = cut_to(&picked.heading(), width.unwrap_or(usize::MAX));
                write!(self.out, "{blank}{heading}\n{text}")?;
            }
        }
        Ok(self.out.flush()?)
    }

    fn report_task(
        &mut self,
        picked: &Picked,
        level: &Level,
        context: &PlanningContext<'_>,
        meter: &mut Meter,
    ) -> Result<Result<(), Unanswered>, Failure> {
        let model = if self.args.abstraction.is_exact() { Model::Rooms } else { Model::Counts };
        let most = usize::try_from(self.args.from.local_states).unwrap_or(usize::MAX);
        let exported = model.export(context, &level.start, most, meter);
        let exported = match exported {
            Ok(exported) => exported,
            Err(stop) => return Ok(Err(stop.into())),
        };
        let heading = pddl::heading(&picked.file, picked.entry.number, level, &exported.missing);
        write!(self.out, "{heading}{}", exported.problem)?;
        Ok(Ok(()))
    }

    fn conclude(mut self, interrupted: bool) -> Result<ExitStatus, Failure> {
        self.summary.interrupted = interrupted;
        if self.args.output.is_json() {
            row::summary(&mut self.out, &self.summary)?;
        }
        self.trace.map_or(Ok(()), Output::close)?;
        self.out.close()?;
        if self.args.output.format() == Format::Text && self.summary.levels > 0 {
            self.args.detail.legend(LEGEND, "every plan, and what became of each step");
        }
        Ok(self.exit.and(if interrupted { ExitStatus::Interrupted } else { ExitStatus::Done }))
    }
}

/// The results for one level.
struct Results<'a> {
    level: &'a Level,
    /// Those that are planned on, and those that are shown.
    areas: [&'a Areas; 2],
    maze: &'a Maze<'a>,
    explored: &'a Explored,
    report: &'a Report,
    what_if: Option<WhatIf<'a>>,
    stop: &'a StopFlag,
}

impl Args {
    fn planning(&self) -> Result<Planning, Failure> {
        let cutter = self.areas.cutter()?;
        let planning = Planning::new(self.abstraction);
        Ok(Planning {
            rooms_by: cutter.by,
            patterns: cutter.patterns,
            merging: planning.merging.filter(|_| !self.no_merge),
            node_cap: self.node_cap,
            ..planning
        })
    }

    /// Refuses options that would change nothing.
    fn without_effect(&self) -> Result<(), Failure> {
        if self.trace.is_some() && self.output.format() == Format::Pddl {
            return Err(Failure::message("--trace has no effect: a task is written, and not planned"));
        }
        if let Some(words) = self.query.without_effect(self.abstraction) {
            return Err(Failure::message(words));
        }
        let is_task = self.output.format() == Format::Pddl || self.from.from.is_some();
        if self.query.has_conditions() && is_task {
            return Err(Failure::message("--force and --forbid are for plans that are made here"));
        }
        if self.abstraction == AbstractSpace::Transfers && is_task {
            return Err(Failure::message(
                "plans of transfers have no PDDL domain: expected counts, exits, classes or sets",
            ));
        }
        Ok(())
    }
}
