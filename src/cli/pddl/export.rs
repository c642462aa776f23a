//! `sokoplan pddl export`

use super::heading;
use crate::cli::areas::{AreaArgs, Cutter};
use crate::cli::budget::BudgetArgs;
use crate::cli::interruption::interruptible;
use crate::cli::output::{Output, not_inputs, write_file};
use crate::cli::row::Unanswered;
use crate::cli::saved::{numbered, refuse_twins};
use crate::cli::select::{LevelArgs, Picked, Selection};
use crate::cli::{ExitStatus, Failure, message};
use crate::level::Level;
use crate::maze::Maze;
use crate::planner::PlanningContext;
use crate::planner::pddl::{Exported, Model};
use crate::run::{Meter, Stop, StopFlag, parse_count};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Write levels as PDDL, for any planner: a domain file, and a problem file a level
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan pddl export levels/1-one-room.xsb --level 1 --domain sokoban-moves
  sokoplan pddl export set.xsb --domain rooms -o tasks/
  sokoplan pddl export set.xsb --domain sokoban-pushes --no-costs -o tasks/

Domains: sokoban-moves (steps and pushes), sokoban-pushes (the player in regions),
sokoban-tunnels (each tunnel one place), rooms (areas as finite tables), rooms-counts (numbers
of boxes: a plan is a proposal). What a domain models and leaves out stands in its file; what one
problem misses, in its own. An area whose table would have more local states than --local-states
is cut into smaller areas, which loses no plan. Where that does not help, the problem is named
level-restricted and lacks some plans: without a plan of it, the level may have a solution.
The files that were written are listed.")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// The domain: sokoban-moves, sokoban-pushes, sokoban-tunnels, rooms, or rooms-counts
    #[arg(long, value_name = "NAME")]
    domain: Model,
    /// The folder to write into
    #[arg(help_heading = "Output", short, long, value_name = "FOLDER", default_value = ".")]
    output: PathBuf,
    /// Without action costs, for planners that do not know them
    #[arg(long)]
    no_costs: bool,
    /// The most local states of one area in the tables of `rooms`; larger areas are cut
    #[arg(long, value_name = "COUNT", default_value = "5k", value_parser = parse_count)]
    local_states: u64,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    budget: BudgetArgs,
}

/// Runs the subcommand.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    let selection = args.levels.load_beside(&args.budget)?;
    let mut exit = selection.report_faults().and(selection.exit);
    let (domain_file, cutter) = (args.output.join(format!("{}.pddl", args.domain)), args.areas.cutter()?);
    let names: Vec<String> = selection.entries.iter().map(|picked| numbered(picked, "pddl")).collect();
    refuse_twins(&names)?;
    let paths: Vec<PathBuf> = names.iter().map(|name| args.output.join(name)).collect();
    let outputs = paths.iter().chain([&domain_file]).map(PathBuf::as_path);
    not_inputs(args.levels.paths().chain(args.areas.path()), outputs)?;
    let stop = interruptible()?;
    fs::create_dir_all(&args.output).map_err(|error| Failure::io(&args.output, &error))?;
    write_file(&domain_file, &domain(args)?)?;
    let mut out = Output::stdout();
    for ((picked, level), path) in levels(&selection, &paths).take_while(|_| !stop.is_raised()) {
        match export(args, level, &cutter, stop.clone()) {
            Ok(exported) => {
                if exported.is_restricted {
                    message::note(&format!("{}: a restriction of the level, as its heading says", path.display()));
                }
                write_file(path, problem(args, picked, level, &exported))?;
                writeln!(out, "{}", crate::cli::select::name(path))?;
            }
            Err(stop) => exit = exit.and(Unanswered::from(stop).report(None::<&mut Output>, picked)?),
        }
    }
    out.close()?;
    Ok(exit.and(if stop.is_raised() { ExitStatus::Interrupted } else { ExitStatus::Done }))
}

/// Returns the levels with the paths of their problems.
fn levels<'a>(
    selection: &'a Selection,
    paths: &'a [PathBuf],
) -> impl Iterator<Item = ((&'a Picked, &'a Level), &'a PathBuf)> {
    let entries = selection.entries.iter().zip(paths);
    entries.filter_map(|(picked, path)| Some(((picked, picked.entry.body.as_ref().ok()?), path)))
}

fn export(args: &Args, level: &Level, cutter: &Cutter, stop: StopFlag) -> Result<Exported, Stop> {
    let most = usize::try_from(args.local_states).unwrap_or(usize::MAX);
    let mut meter = Meter::new(args.budget.limits(), stop);
    let areas = cutter.areas(&level.board, &meter)?;
    let maze = Maze::new(&level.board, &mut meter)?;
    args.domain.export(&PlanningContext::new(&maze, &areas), &level.start, most, &mut meter)
}

fn domain(args: &Args) -> Result<String, Failure> {
    if !args.no_costs {
        return Ok(args.domain.text().to_owned());
    }
    args.domain.text_without_costs().map_err(|error| Failure::message(error.to_string()))
}

fn problem(args: &Args, picked: &Picked, level: &Level, exported: &Exported) -> String {
    let heading = heading(&picked.file, picked.entry.number, level, &exported.missing);
    let problem = &exported.problem;
    if args.no_costs { format!("{heading}{}", problem.without_costs()) } else { format!("{heading}{problem}") }
}
