//! The subcommand `sokoplan pddl export`: writes levels as PDDL.

use super::heading;
use crate::cli::areas::{AreaArgs, Cutter};
use crate::cli::budget::BudgetArgs;
use crate::cli::destination::{Destination, not_inputs};
use crate::cli::destination::{Saved, numbered, refuse_twins};
use crate::cli::input::name as file_name;
use crate::cli::interruption::interruptible;
use crate::cli::nogoods::NogoodFile;
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::row::Unanswered;
use crate::cli::select::{LevelArgs, Picked, Selection};
use crate::cli::{ExitStatus, Failure, message};
use crate::level::Level;
use crate::maze::{Areas, Maze};
use crate::planner::PlanningContext;
use crate::planner::pddl::{Exported, Model, NOGOODS_DOMAIN, NOGOODS_WORD, Nogood, export_with};
use crate::render::RoundsView;
use crate::run::{Meter, Stop, StopFlag, parse_count};
use std::collections::VecDeque;
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
The files that were written are listed; -o - writes the domain and the problems one after another.")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// The domain: sokoban-moves, sokoban-pushes, sokoban-tunnels, rooms, or rooms-counts
    #[arg(long, value_name = "NAME")]
    domain: Model,
    /// The folder to write into, `-` for standard output
    #[arg(help_heading = "Output", short, long, value_name = "FOLDER", default_value = ".")]
    output: Destination,
    /// Without action costs, for planners that do not know them
    #[arg(long)]
    no_costs: bool,
    /// The most local states of one area in the tables of `rooms`; larger areas are cut
    #[arg(long, value_name = "COUNT", default_value = "5k", value_parser = parse_count)]
    local_states: u64,
    /// With the nogoods of a file, for rooms-counts: rows of plan --refine --json or plan --from --json
    #[arg(long, value_name = "FILE")]
    nogoods: Option<PathBuf>,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    budget: BudgetArgs,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    let selection = args.levels.load_beside(&args.budget)?;
    let mut exit = selection.report_faults().and(selection.exit);
    let cutter = args.areas.cutter()?;
    let word = if args.nogoods.is_some() { NOGOODS_WORD } else { args.domain.word() };
    let domain = Saved { name: format!("{word}.pddl"), content: domain(args)?.into_bytes() };
    let mut nogoods = nogoods(args, &selection, &cutter)?;
    let names: Vec<String> = selection.entries.iter().map(|picked| numbered(picked, "pddl")).collect();
    refuse_twins(&names)?;
    let folder = args.output.path();
    let paths: Vec<PathBuf> = folder
        .into_iter()
        .flat_map(|folder| names.iter().chain([&domain.name]).map(|name| folder.join(name)))
        .collect();
    not_inputs(
        args.levels.paths().chain(args.areas.path()).chain(args.nogoods.as_deref()),
        paths.iter().map(PathBuf::as_path),
    )?;
    let stop = interruptible()?;
    args.output.save(&[domain])?;
    let mut out = Output::stdout();
    let working = Progress::working("writing tasks", false, &stop);
    for ((picked, level), name) in levels(&selection, names).take_while(|_| !stop.is_raised()) {
        let learnt = nogoods.as_mut().map(|nogoods| nogoods.pop_front().unwrap_or_default());
        let exported = export(args, level, &cutter, learnt.as_deref(), stop.clone());
        working.aside(|| -> Result<(), Failure> {
            match exported {
                Ok(exported) => {
                    let path = folder.map(|folder| file_name(&folder.join(&name)));
                    if exported.is_restricted {
                        let place = path.as_ref().unwrap_or(&name);
                        message::note(&format!("{place}: the task is a restriction of the level, as its heading says"));
                    }
                    let content = problem(args, picked, level, &exported).into_bytes();
                    args.output.save(&[Saved { name, content }])?;
                    path.iter().try_for_each(|path| writeln!(out, "{path}"))?;
                }
                Err(stop) => exit = exit.and(Unanswered::from(stop).report(None::<&mut Output>, picked)?),
            }
            Ok(())
        })?;
    }
    drop(working);
    out.close()?;
    Ok(exit.and(if stop.is_raised() { ExitStatus::Interrupted } else { ExitStatus::Done }))
}

/// Returns the levels, each with the name of its problem.
fn levels(selection: &Selection, names: Vec<String>) -> impl Iterator<Item = ((&Picked, &Level), String)> {
    let entries = selection.entries.iter().zip(names);
    entries.filter_map(|(picked, name)| Some(((picked, picked.entry.body.as_ref().ok()?), name)))
}

/// Returns the nogoods of each level, if a file of nogoods is given.
fn nogoods(args: &Args, selection: &Selection, cutter: &Cutter) -> Result<Option<VecDeque<Vec<Nogood>>>, Failure> {
    let Some(path) = &args.nogoods else { return Ok(None) };
    if args.domain != Model::Counts {
        return Err(Failure::message(format!("--nogoods: expected --domain rooms-counts, not {}", args.domain)));
    }
    let mut file = NogoodFile::read(path)?;
    let of = |(_, level): (&Picked, &Level)| {
        file.of(&RoundsView::new(level, &Areas::new(&level.board, cutter.by, &cutter.patterns)))
    };
    let all = selection.levels().map(of).collect::<Result<_, _>>()?;
    file.rest()?;
    Ok(Some(all))
}

fn export(
    args: &Args,
    level: &Level,
    cutter: &Cutter,
    nogoods: Option<&[Nogood]>,
    stop: StopFlag,
) -> Result<Exported, Stop> {
    let most = usize::try_from(args.local_states).unwrap_or(usize::MAX);
    let mut meter = Meter::new(args.budget.limits(), stop);
    let areas = cutter.areas(&level.board, &meter)?;
    let maze = Maze::new(&level.board, &mut meter)?;
    let context = PlanningContext::new(&maze, &areas);
    if let Some(nogoods) = nogoods {
        return Ok(export_with(&context, &level.start, nogoods));
    }
    args.domain.export(&context, &level.start, most, &mut meter)
}

fn domain(args: &Args) -> Result<String, Failure> {
    if args.nogoods.is_some() {
        return Ok(NOGOODS_DOMAIN.to_owned());
    }
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
