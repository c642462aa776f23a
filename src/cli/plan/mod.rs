//! The subcommand `sokoplan plan`: shows the abstract plans of a level, and the result of carrying out each plan; or
//! carries out a plan of another planner.

mod follow;

pub(super) use follow::FollowRow;

use super::strategy::{AreaArgs, Modes};
use crate::cli::io::{
    Destination, Driver, ExitStatus, LevelArgs, LimitArgs, NoAnswerRow, NoResult, Output, OutputArgs, PickedLevel,
    Result, SkinArgs, distinct, row,
};
use crate::level::Level;
use crate::maze::{AreaId, Maze};
use crate::planner::{Conditions, PlanningContext};
use crate::render::{PlanView, area_names, cut_to};
use crate::run::{Answer, Meter, StopFlag};
use crate::solve::{Options, Outcome, PlanOutcome, Planning, Strategy};
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) type PlanArgs = Modes<Mode, ShowArgs>;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Mode {
    Show(ShowArgs),
    Follow(follow::FollowArgs),
}

/// Show plans, and how far each was carried out (the default)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan plan levels/6-lisa.xsb --level 1
  sokoplan plan levels/6-lisa.xsb --level 1 -v       all steps side by side
  sokoplan plan levels/6-lisa.xsb -k 3               with alternatives
  sokoplan plan levels/6-lisa.xsb --level 1 --exact  a plan on local states
  sokoplan plan set.xsb --level 2 --forbid 'A > b'   no box goes from A to b
  sokoplan plan set.xsb --level 2 --format svg -o plan.svg
  sokoplan plan set.xsb --level 2 --format dot | dot -Tsvg -o plan.svg
  sokoplan plan set.xsb --trace trace.jsonl --json > plans.jsonl

`solve --strategy plans` follows the first plan. Its slots are proposed before any push is tried,
and compared with the transfers made, beside chance: see `help plans`. The limits hold for all plans
together: the first plan runs first, the others share the rest.")]
pub(super) struct ShowArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Maximum number of plans per level
    #[arg(help_heading = "Search", short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    k: u16,
    /// Let a box cross this border, e.g. 'A > b'
    ///
    /// May be repeated. The pushes cross the border too.
    #[arg(help_heading = "Search", long, hide_short_help = true, value_name = "BORDER")]
    force: Vec<String>,
    /// Let no box cross this border, e.g. 'A > b'
    ///
    /// May be repeated. No push crosses the border.
    #[arg(help_heading = "Search", long, hide_short_help = true, value_name = "BORDER")]
    forbid: Vec<String>,
    /// Plan on local states of small areas instead
    ///
    /// A plan that is found is a solution. If all such plans were tried, the level has no solution.
    #[arg(help_heading = "Search", long, conflicts_with_all = ["k", "force", "forbid", "trace"])]
    exact: bool,
    /// Write all steps that were tried: JSON Lines or DOT
    #[arg(help_heading = "Output", long, hide_short_help = true, value_name = "FILE")]
    trace: Option<Destination>,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    skin: SkinArgs,
    #[command(flatten)]
    output: OutputArgs<Format>,
}

const LEGEND: &str = "the slots in a bracket have any order; the label shows how certain the outcome was";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The first plan as a table, and a line for each other plan
    #[default]
    Text,
    /// JSON Lines, for programs
    Json,
    /// The slots of the first plan between areas, for Graphviz
    Dot,
    /// The slots of the first plan as arrows over the rooms
    Svg,
}

pub(super) fn run(args: &PlanArgs) -> Result<ExitStatus> {
    match &args.mode {
        None => show(&args.default),
        Some(Mode::Show(args)) => show(args),
        Some(Mode::Follow(args)) => follow::run(args),
    }
}

fn show(args: &ShowArgs) -> Result<ExitStatus> {
    let inputs = args.levels.paths().chain(args.areas.path());
    distinct(inputs, args.trace.iter().chain([args.output.file.destination()]))?;
    args.skin.is_for(args.output.format() == Format::Svg)?;
    let selection = args.levels.load(&args.limits.reading())?;
    let driver = Driver::begin(args.limits.threads, "planning ", selection.entries.len(), args.output.file.quiet)?;
    if matches!(args.output.format(), Format::Svg | Format::Dot) || args.draws_trace() {
        selection.at_most_one()?;
    }
    let mut out = args.output.open()?;
    let mut trace = args.trace.as_ref().map(Destination::open).transpose()?;
    let (mut realised, mut is_first) = (0, true);
    let is_misused = AtomicBool::new(false);
    let work = |picked: &PickedLevel, level: &Level| plan(args, picked, level, &driver.stop, &is_misused);
    let done = |out: &mut Output, picked: &PickedLevel, planned: PlanOutput| {
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
    let exit = ran.conclude(out, args.output.is_json(), PlanSummary { realised })?;
    if args.output.format() == Format::Text && ran.levels > 0 {
        args.output.file.legend(LEGEND, args.levels.hidden("slots beside what was done, and the steps"));
    }
    Ok(if is_misused.into_inner() { exit.and(ExitStatus::Failed) } else { exit })
}

/// Count of the last row.
#[derive(JsonSchema, Serialize)]
pub(crate) struct PlanSummary {
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
    args: &ShowArgs,
    picked: &PickedLevel,
    level: &Level,
    stop: &StopFlag,
    is_misused: &AtomicBool,
) -> Result<PlanOutput, NoResult> {
    let mut meter = Meter::new(args.limits.limits(), stop.clone());
    let cutter = args.areas.cutter()?;
    let areas = cutter.areas(&level.board, &meter)?;
    let maze = Maze::new(&level.board, &mut meter)?;
    let conditions = args.conditions(&PlanningContext::new(&maze, &areas)).map_err(|reason| {
        is_misused.store(true, Ordering::Relaxed);
        NoResult::Of(NoAnswerRow::new(Answer::Invalid, reason))
    })?;

    let strategies: Vec<Strategy> = match args.exact {
        true => vec![Strategy::ExactPlans],
        false => Strategy::plans().collect(),
    };
    let options = Options { rooms_by: cutter.by, patterns: cutter.patterns, conditions, ..Options::default() };
    let options = Options { traces: args.trace.is_some(), ..options.with_strategies(strategies) };
    let plans = Planning { options, count: args.k.into() }.plan(level, &mut meter);
    let view = PlanView::new(level, &plans);
    let mut trace = Vec::new();
    if args.draws_trace() {
        trace.extend(view.trace_dot().into_bytes());
    } else if args.trace.is_some() {
        view.trace()
            .try_for_each(|entry| row::of_level(&mut trace, "trace", &picked.file, picked.entry.number, entry))?;
    }
    let shown = shown(args, picked, &view, &maze)?;
    let faulty = |plan: &&PlanOutcome| matches!(plan.report.outcome, Outcome::InternalError(_));
    let report = &plans.iter().find(faulty).unwrap_or(&plans[0]).report;
    let (is_realised, exit) = (plans[0].report.solution().is_some(), ExitStatus::from(plans[0].report.answer()));
    Ok(PlanOutput { shown, trace, outcome: report.outcome.clone(), is_realised, exit })
}

fn shown(args: &ShowArgs, picked: &PickedLevel, view: &PlanView<'_>, maze: &Maze<'_>) -> Result<Vec<u8>> {
    Ok(match args.output.format() {
        Format::Json => row::bytes(picked, view.row())?,
        Format::Dot => view.dot().into_bytes(),
        Format::Svg => {
            let picture = view.svg(args.areas.cutter()?.by, maze.distances.dead_squares());
            args.skin.dress(picture).into_bytes()
        }
        Format::Text => {
            let width = args.output.file.width();
            let text = view.text(args.levels.pick.verbose, width);
            format!("{}\n{text}", cut_to(&picked.heading(), width.unwrap_or(usize::MAX))).into_bytes()
        }
    })
}

/// Borders as pairs of areas: boxes cross from the first area to the second.
type Borders = BTreeSet<(AreaId, AreaId)>;

impl ShowArgs {
    const MOST_BORDERS: usize = 64;

    /// True if the trace is a tree in DOT, as the ending of its file says.
    fn draws_trace(&self) -> bool {
        self.trace.as_ref().and_then(Destination::path).and_then(Path::extension).is_some_and(|ending| ending == "dot")
    }

    /// Returns the conditions on plans of a level, or the reason why a named border is not a border of the level.
    fn conditions(&self, context: &PlanningContext<'_>) -> Result<Conditions, String> {
        let borders = |option: &str, texts: &[String]| -> Result<Borders, String> {
            let each =
                texts.iter().map(|text| borders(context, text).map_err(|why| format!("{option} '{text}': {why}")));
            let all: Borders = each.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
            if all.len() > Self::MOST_BORDERS {
                return Err(format!("{option}: at most {} borders", Self::MOST_BORDERS));
            }
            Ok(all)
        };
        Ok(Conditions { forced: borders("--force", &self.force)?, forbidden: borders("--forbid", &self.forbid)? })
    }
}

/// Returns the borders that a text names: `A > b > C` names the border from A to b and the border from b to C.
fn borders(context: &PlanningContext<'_>, text: &str) -> Result<Borders, String> {
    let names = area_names(context.areas);
    let area = |name: &str| {
        let index = names.iter().position(|known| known == name.trim());
        index.map(AreaId::from_index).ok_or_else(|| {
            format!("there is no area `{}`: expected two or more of {}, e.g. 'A > b'", name.trim(), names.join(", "))
        })
    };
    let route: Vec<AreaId> = text.split('>').map(area).collect::<Result<_, _>>()?;
    if route.len() < 2 {
        return Err("expected a border, e.g. 'A > b'".to_owned());
    }
    let crossed = context.crossed();
    let border = |pair: &[AreaId]| {
        let name = |area: AreaId| &names[area.index()];
        let none = || format!("no box can be pushed over a border from {} to {}", name(pair[0]), name(pair[1]));
        Some((pair[0], pair[1])).filter(|border| crossed.contains(border)).ok_or_else(none)
    };
    route.windows(2).map(border).collect()
}
