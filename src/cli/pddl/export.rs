//! `sokoplan pddl export`

use super::heading;
use crate::cli::areas::AreaArgs;
use crate::cli::budget::BudgetArgs;
use crate::cli::interruption::interruptible;
use crate::cli::select::{LevelArgs, Picked};
use crate::cli::{ExitStatus, Failure, TABLE};
use crate::level::Level;
use crate::maze::Maze;
use crate::planner::PlanningContext;
use crate::planner::pddl::{Exported, Model};
use crate::run::{Meter, Stop, StopFlag, parse_count};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write levels as PDDL, for any planner: a domain file, and a problem file a level
#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
Examples:
  sokoplan pddl export levels/1-one-room.xsb --level 1 --domain sokoban-moves
  sokoplan pddl export set.xsb --domain rooms -o tasks/
  sokoplan pddl export set.xsb --domain sokoban-pushes --no-costs -o tasks/

Domains: sokoban-moves (steps and pushes), sokoban-pushes (the player in regions),
sokoban-tunnels (each tunnel one place), rooms (areas as finite tables). What a domain
models and leaves out stands in its file; what one problem misses, in its own.
The files that were written are listed.

{TABLE}"))]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// The domain
    #[arg(long, value_name = "NAME")]
    domain: Model,
    /// The folder to write into
    #[arg(short, long, value_name = "FOLDER", default_value = ".")]
    output: PathBuf,
    /// Without action costs, for planners that do not know them
    #[arg(long)]
    no_costs: bool,
    /// The most local states of one area in the tables of `rooms`
    #[arg(long, value_name = "COUNT", default_value = "50k", value_parser = parse_count)]
    local_states: u64,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    budget: BudgetArgs,
}

/// Runs the subcommand.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    let selection = args.levels.load()?;
    let exit = selection.report_faults().and(selection.exit);
    let stop = interruptible()?;
    fs::create_dir_all(&args.output).map_err(|error| Failure::io(&args.output, &error))?;
    write(&args.output.join(format!("{}.pddl", args.domain)), &domain(args)?)?;
    let mut out = anstream::stdout();
    for (picked, level) in selection.levels() {
        let exported = match export(args, level, stop.clone())? {
            Ok(exported) => exported,
            Err(Stop::Interrupted) => return Ok(ExitStatus::Interrupted),
            Err(stop) => {
                return Err(Failure::message(format!("{}: level {}: {stop}", picked.file, picked.entry.number)));
            }
        };
        let path = args.output.join(name(picked));
        write(&path, &problem(args, picked, level, &exported))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(exit)
}

fn export(args: &Args, level: &Level, stop: StopFlag) -> Result<Result<Exported, Stop>, Failure> {
    let areas = args.areas.cutter()?.areas(&level.board);
    let most = usize::try_from(args.local_states).unwrap_or(usize::MAX);
    let mut meter = Meter::new(args.budget.limits(), stop);
    let exported = Maze::new(&level.board, &mut meter)
        .and_then(|maze| args.domain.export(&PlanningContext::new(&maze, &areas), &level.start, most, &mut meter));
    Ok(exported)
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

/// Returns the file's name without its ending, and the level's number.
fn name(picked: &Picked) -> String {
    let stem = Path::new(&picked.file).file_stem().map_or_else(|| "stdin".into(), |stem| stem.to_string_lossy());
    format!("{}-{:03}.pddl", stem.trim_matches(['<', '>']), picked.entry.number)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::io(path, &error))
}
