//! The subcommand `sokoplan pddl`: exports levels as PDDL, solves PDDL tasks, and checks plans.

mod check;
mod export;
mod solve;

use crate::cli::io::files::{self, text};
use crate::cli::io::{ExitStatus, Failure};
use crate::level::Level;
use crate::run::{Meter, Stop, safe};
use crate::strips::pddl::{Domain, Problem, ReadError};
use crate::strips::{GroundError, Task, ground};
pub(super) use check::CheckRow;
pub(super) use solve::{PlanRow, Summary};
use std::path::{Path, PathBuf};

/// Export levels as PDDL, solve STRIPS tasks, check plans
#[derive(Debug, clap::Args)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  sokoplan pddl export levels/6-lisa.xsb --level 1 --domain rooms -o tasks/
  sokoplan pddl solve tasks/rooms.pddl tasks/6-lisa-001.pddl -o plan
  sokoplan pddl check tasks/rooms.pddl tasks/6-lisa-001.pddl plan"
)]
pub(super) struct PddlArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Export(export::PddlExportArgs),
    Solve(solve::PddlSolveArgs),
    Check(check::PddlCheckArgs),
}

pub(super) fn run(args: &PddlArgs) -> Result<ExitStatus, Failure> {
    match &args.command {
        Command::Export(args) => export::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Check(args) => check::run(args),
    }
}

/// DOMAIN and PROBLEM.
#[derive(Clone, Debug, clap::Args)]
struct TaskArgs {
    /// A PDDL domain
    #[arg(value_name = "DOMAIN")]
    domain: PathBuf,
    /// A PDDL problem of that domain
    #[arg(value_name = "PROBLEM")]
    problem: PathBuf,
}

struct TaskFiles {
    domain: Domain,
    problem: Problem,
}

impl TaskArgs {
    fn paths(&self) -> [&Path; 2] {
        [&self.domain, &self.problem]
    }

    /// Reads the domain file and the problem file. The inner error is a limit that was met, the outer error a fault of
    /// a file.
    fn read(&self, meter: &Meter) -> Result<Result<TaskFiles, Stop>, Failure> {
        let domain = match Domain::read(&text(&self.domain, meter)?, meter) {
            Ok(domain) => domain,
            Err(ReadError::Stopped(stop)) => return Ok(Err(stop)),
            Err(ReadError::Fault(error)) => return Err(fault(&self.domain, &error)),
        };
        match Problem::read(&text(&self.problem, meter)?, &domain, meter) {
            Ok(problem) => Ok(Ok(TaskFiles { domain, problem })),
            Err(ReadError::Stopped(stop)) => Ok(Err(stop)),
            Err(ReadError::Fault(error)) => Err(fault(&self.problem, &error)),
        }
    }

    /// Returns the task, read and grounded. The inner error is a limit that was met, the outer error a fault of a file.
    fn ground(&self, meter: &mut Meter) -> Result<Result<Task, Stop>, Failure> {
        let files = match self.read(meter)? {
            Ok(files) => files,
            Err(stop) => return Ok(Err(stop)),
        };
        match ground(&files.domain, &files.problem, meter) {
            Ok(task) => Ok(Ok(task)),
            Err(GroundError::Stopped(stop)) => Ok(Err(stop)),
            Err(error) => Err(fault(&self.problem, &format!(" {error}"))),
        }
    }
}

fn fault(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::message(format!("{}:{error}", files::name(path)))
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
