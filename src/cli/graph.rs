//! The subcommand `sokoplan graph`: writes the graph of abstract states of a level.

use super::areas::AreaArgs;
use super::destination::distinct;
use super::driver::NoResult;
use super::output::{Output, OutputArgs};
use super::progress::Progress;
use super::row;
use super::select::{LevelArgs, Picked};
use super::solving::LimitArgs;
use super::{ExitStatus, Failure, message};
use crate::abstraction::Rung;
use crate::level::Level;
use crate::maze::Maze;
use crate::planner::{Abstraction, PlanningContext, state_graph};
use crate::render::{GraphView, cut_to};
use crate::run::{Meter, Stop, StopFlag};
use crate::solve::Planning;
use clap::ValueEnum;
use std::io::Write;

/// Write the graph of abstract states, as data
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan graph levels/6-lisa.xsb                    how large it is
  sokoplan graph levels/6-lisa.xsb --level 1 --abstraction sets --format graphml -o lisa.graphml
  sokoplan graph set.xsb --level 2 --abstraction classes --json > classes.jsonl
  sokoplan graph set.xsb --level 2 --format dot | dot -Tsvg -o states.svg

All states that operators lead to from the start, breadth first, with what each area may hold and
where the player is, and every operator with label, cost (1 where a box crosses a border) and
witness. Pushes onto squares from which a lone box reaches no goal are left out. On classes and
sets each operator can be made in some position of its state, and the witness shows the areas
before and after; on parts, counts and exits it is a proposal, shown by a push of a lone box.
Transfers have no states. A graph that a limit cut says so, in every format, and the exit code is
1: then the operators of the first states are all there, and no others. Half of the time is for
the graph, half for writing it. GraphML has the keys of the JSON row; see `help json`.")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// What states keep: parts, counts, exits, classes or sets; see `help rungs`
    #[arg(help_heading = "Search", long, value_name = "KIND", default_value_t = Abstraction::Rung(Rung::Counts))]
    abstraction: Abstraction,
    /// The areas as they are dumped, small ones not joined to neighbours
    #[arg(help_heading = "Search", hide_short_help = true, long)]
    no_merge: bool,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs<Format>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The size of the graph, in words
    #[default]
    Text,
    /// JSON Lines, for programs
    Json,
    /// For networkx, igraph, Gephi and yEd
    Graphml,
    /// For Graphviz
    Dot,
}

const NO_STATES: &str = "transfers have no states: expected parts, counts, exits, classes or sets";

/// Text of a level's graph in the requested format, and the limit that made the graph incomplete, if one did.
struct Written {
    shown: Vec<u8>,
    states: usize,
    operators: usize,
    stop: Option<Stop>,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    distinct(args.levels.paths().chain(args.areas.path()), [args.output.destination()])?;
    if args.abstraction == Abstraction::Transfers {
        return Err(Failure::message(NO_STATES));
    }
    let selection = args.levels.load_beside(args.limits.budget())?;
    let driver = args.limits.driver(Progress::line("exploring ", selection.entries.len(), args.output.is_quiet()))?;
    if matches!(args.output.format(), Format::Graphml | Format::Dot) && selection.levels().count() > 1 {
        return Err(Failure::message("several levels: pick one with --level for this format"));
    }
    let mut out = args.output.open()?;
    let (mut whole, mut states, mut operators) = (0, 0, 0);
    let work = |picked: &Picked, level: &Level| written(args, picked, level, &driver.stop);
    let done = |out: &mut Output, picked: &Picked, written: Written| {
        out.write_all(&written.shown)?;
        out.flush()?;
        (states, operators) = (states + written.states, operators + written.operators);
        let Some(stop) = written.stop else {
            whole += 1;
            return Ok(ExitStatus::Done);
        };
        message::error(&format!("{}: level {}: the graph is cut: {stop}", picked.file, picked.entry.number));
        Ok(ExitStatus::No)
    };
    let ran = driver.rows(&selection, &mut out, args.output.is_json(), work, done)?;
    let counts = [("whole", whole), ("states", states), ("operators", operators)];
    ran.conclude(out, args.output.is_json(), &counts)
}

/// Returns the graph of a level in the requested format.
fn written(args: &Args, picked: &Picked, level: &Level, stop: &StopFlag) -> Result<Written, NoResult> {
    let mut meter = Meter::new(args.limits.limits(), stop.clone());
    let cutter = args.areas.cutter()?;
    let planning = Planning::new(args.abstraction);
    let merging = planning.merging.filter(|_| !args.no_merge);
    let planning = Planning { rooms_by: cutter.by, patterns: cutter.patterns, merging, ..planning };
    let areas = planning.areas(level, &meter)?;
    let maze = Maze::new(&level.board, &mut meter)?;
    let context = PlanningContext::new(&maze, &areas);
    let half = meter.time_left().map(|time| time / 2);
    let graph = meter.within(None, half, |meter| state_graph(args.abstraction, &context, &level.start, meter));
    let Some(graph) = graph else { return Err(Failure::message(NO_STATES).into()) };
    let view = GraphView::new(level, &areas, &graph);
    let shown = match args.output.format() {
        Format::Text => {
            let width = args.output.width().unwrap_or(usize::MAX);
            format!("{}\n{}", cut_to(&picked.heading(), width), view.text()).into_bytes()
        }
        Format::Json => {
            let mut bytes = Vec::new();
            row::level(&mut bytes, &picked.file, picked.entry.number, view.row())?;
            bytes
        }
        Format::Graphml => view.graphml().into_bytes(),
        Format::Dot => view.dot().into_bytes(),
    };
    Ok(Written { shown, states: graph.states.len(), operators: graph.operators.len(), stop: graph.stop })
}
