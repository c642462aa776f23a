//! The subcommand `sokoplan pddl export`: writes levels as PDDL.

use crate::cli::io::files::name as file_name;
use crate::cli::io::{
    BudgetArgs, Destination, ExitStatus, LevelArgs, NamedContent, NoAnswerRow, Output, PickedLevel, Progress, Result,
    interruptible, message, not_inputs, numbered, refuse_twins,
};
use crate::cli::strategy::{AreaArgs, Cutter};
use crate::exact::pddl::{LevelProblem, Model};
use crate::level::Level;
use crate::maze::Maze;
use crate::planner::PlanningContext;
use crate::run::{Meter, Stop, StopFlag, safe};
use crate::strips::pddl::Problem;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write levels as PDDL: a domain file, and a problem file per level
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan pddl export levels/1-one-room.xsb --level 1 --domain sokoban-moves
  sokoplan pddl export set.xsb --domain rooms -o tasks/
  sokoplan pddl export set.xsb --domain sokoban-pushes -o tasks/

Domains: sokoban-moves (steps and pushes), sokoban-pushes (the player in regions), rooms (areas as
finite tables). The comment of each file lists what it leaves out. Areas with more than 5000 local
states are divided; no plan is lost. If that does not suffice, the problem has the name
level-restricted: if it has no plan, the level may still have a solution. Prints the names of the
files, the domain's first; -o - writes their contents instead.")]
pub(super) struct PddlExportArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Domain: sokoban-moves, sokoban-pushes or rooms
    #[arg(long, value_name = "NAME")]
    domain: Model,
    /// Write into this folder, `-` is standard output
    #[arg(help_heading = "Output", short, long, value_name = "FOLDER", default_value = ".")]
    output: Destination,
    /// Leave out costs, for planners that read no `:functions`
    #[arg(help_heading = "Output", long)]
    no_costs: bool,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    budget: BudgetArgs,
}

pub(super) fn run(args: &PddlExportArgs) -> Result<ExitStatus> {
    let selection = args.levels.load(&args.budget.reading())?;
    let mut exit = selection.report_faults().and(selection.exit);
    let cutter = args.areas.cutter()?;
    let text = if args.no_costs { args.domain.text_without_costs() } else { args.domain.text().to_owned() };
    let domain = NamedContent { name: format!("{}.pddl", args.domain), content: text.into_bytes() };
    let names: Vec<String> = selection.entries.iter().map(|picked| numbered(picked, "pddl")).collect();
    refuse_twins(&names)?;
    let folder = args.output.path();
    let path = |name: &String| folder.map(|folder| folder.join(name));
    let paths: Vec<PathBuf> = names.iter().chain([&domain.name]).filter_map(path).collect();
    not_inputs(args.levels.paths().chain(args.areas.path()), paths.iter().map(PathBuf::as_path))?;
    let stop = interruptible()?;
    let domain_file = path(&domain.name).map(|path| file_name(&path));
    args.output.save(&[domain])?;
    let mut out = Output::stdout();
    domain_file.iter().try_for_each(|path| writeln!(out, "{path}"))?;
    let working = Progress::working("writing tasks", false, &stop);
    for (picked, name) in selection.entries.iter().zip(names).take_while(|_| !stop.is_raised()) {
        let Ok(level) = &picked.entry.body else { continue };
        let exported = export(args, level, &cutter, stop.clone());
        working.aside(|| -> Result<()> {
            match exported {
                Ok(exported) => {
                    let path = path(&name).map(|path: PathBuf| file_name(Path::new(&path)));
                    if !exported.missing.is_empty() {
                        let place = path.as_ref().unwrap_or(&name);
                        message::note(&format!(
                            "{place}: the task is a restriction of the level; its heading has the reason"
                        ));
                    }
                    let content = problem(args, picked, level, &exported).into_bytes();
                    args.output.save(&[NamedContent { name, content }])?;
                    path.iter().try_for_each(|path| writeln!(out, "{path}"))?;
                }
                Err(stop) => exit = exit.and(NoAnswerRow::from(stop).report(None::<&mut Output>, picked)?),
            }
            Ok(())
        })?;
    }
    drop(working);
    out.close()?;
    Ok(exit.and(ExitStatus::from(&stop)))
}

fn export(args: &PddlExportArgs, level: &Level, cutter: &Cutter, stop: StopFlag) -> Result<LevelProblem, Stop> {
    let mut meter = Meter::new(args.budget.limits(), stop);
    let areas = cutter.areas(&level.board, &meter)?;
    let maze = Maze::new(&level.board, &mut meter)?;
    args.domain.export(&PlanningContext::new(&maze, &areas), &level.start, Model::LOCAL_STATES, &mut meter)
}

fn problem(args: &PddlExportArgs, picked: &PickedLevel, level: &Level, exported: &LevelProblem) -> String {
    let named = exported.problem.name.replacen("level", &format!("level-{}", picked.entry.number), 1);
    let mut problem = Problem { name: named, ..exported.problem.clone() };
    if args.no_costs {
        (problem.minimises_cost, problem.values) = (false, Vec::new());
    }
    heading(&picked.file, picked.entry.number, level, &exported.missing) + &problem.to_string()
}

fn heading(file: &str, number: usize, level: &Level, missing: &[String]) -> String {
    let title = if level.title.is_empty() { "without a title" } else { &level.title };
    let mut lines = vec![format!("{file}, level {number}: {title}"), String::new()];
    lines.extend(level.grid.to_string().lines().map(|line| format!("  {line}")));
    lines.push(String::new());
    match missing {
        [] => lines.push("Nothing is missing besides what the domain leaves out.".to_owned()),
        _ => lines.push("Missing besides what the domain leaves out:".to_owned()),
    }
    lines.extend(missing.iter().map(|line| format!("  {line}")));
    let comment = |line: String| format!("; {}", safe(&line)).trim_end().to_owned() + "\n";
    lines.into_iter().map(comment).collect()
}
