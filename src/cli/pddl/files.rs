//! Reading of PDDL and plan files, and messages on their faults.

use crate::cli::Failure;
use crate::cli::select::{self, text};
use crate::level::Level;
use crate::run::{Held, Meter, Stop, safe};
use crate::strips::pddl::{Domain, Problem, ReadError, place_of};
use crate::strips::{GroundError, PlanFile, PlanFileError, Task, check, ground};
use std::path::{Path, PathBuf};

/// DOMAIN and PROBLEM.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct TaskArgs {
    /// A PDDL domain
    #[arg(value_name = "DOMAIN")]
    domain: PathBuf,
    /// A PDDL problem of that domain
    #[arg(value_name = "PROBLEM")]
    problem: PathBuf,
}

/// Contents of the domain file and the problem file; the bytes of both are claimed from a meter.
pub(super) struct ClaimedFiles {
    pub(super) domain: Domain,
    pub(super) problem: Problem,
    _held: [Held; 2],
}

/// Grounded task, whose bytes are claimed from a meter.
pub(super) struct ClaimedTask {
    pub(super) task: Task,
    _held: Held,
}

impl TaskArgs {
    /// Returns the paths of the domain file and the problem file.
    pub(super) fn paths(&self) -> [&Path; 2] {
        [&self.domain, &self.problem]
    }

    /// Reads the domain file and the problem file. The inner error is a limit that was met, the outer error a fault of
    /// a file.
    pub(super) fn read(&self, meter: &Meter) -> Result<Result<ClaimedFiles, Stop>, Failure> {
        let domain = match Domain::read(&text(&self.domain)?, meter) {
            Ok(domain) => domain,
            Err(ReadError::Stopped(stop)) => return Ok(Err(stop)),
            Err(ReadError::Fault(error)) => return Err(bad(&self.domain, &error)),
        };
        match Problem::read(&text(&self.problem)?, &domain.0, meter) {
            Ok(problem) => Ok(Ok(ClaimedFiles { domain: domain.0, problem: problem.0, _held: [domain.1, problem.1] })),
            Err(ReadError::Stopped(stop)) => Ok(Err(stop)),
            Err(ReadError::Fault(error)) => Err(bad(&self.problem, &error)),
        }
    }

    /// Returns the task, read and grounded. The inner error is a limit that was met, the outer error a fault of a file.
    pub(super) fn ground(&self, meter: &mut Meter) -> Result<Result<ClaimedTask, Stop>, Failure> {
        let files = match self.read(meter)? {
            Ok(files) => files,
            Err(stop) => return Ok(Err(stop)),
        };
        match ground(&files.domain, &files.problem, meter) {
            Ok(task) => {
                let mut held = Held::default();
                Ok(held.grow(task.bytes(), meter).map(|()| ClaimedTask { task, _held: held }))
            }
            Err(GroundError::Stopped(stop)) => Ok(Err(stop)),
            Err(error) => Err(self.blamed(&error)),
        }
    }

    /// Returns a failure that names the file, and the place in the file if it is known.
    fn blamed(&self, error: &GroundError) -> Failure {
        let (path, keyword, name) = match error {
            GroundError::TooManyOperators { operator: Some(operator), .. } => {
                (&self.domain, ":action", operator.split(' ').next())
            }
            GroundError::TooManyOperators { .. } => (&self.problem, ":goal", None),
            GroundError::TooManyParameters { action, .. } => (&self.domain, ":action", Some(action.as_str())),
            _ => return bad(&self.problem, &format!(" {error}")),
        };
        let place = text(path).ok().and_then(|text| place_of(&text, keyword, name));
        bad(path, &place.map_or_else(|| format!(" {error}"), |place| format!("{place}: {error}")))
    }
}

fn bad(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::message(format!("{}:{error}", select::name(path)))
}

/// Returns the cost of a plan of a task, or the first fault of the plan with its line.
pub(in crate::cli) fn first_fault(task: &Task, file: &PlanFile) -> Result<u64, String> {
    let plan = file.resolve(task).map_err(|error: PlanFileError| error.to_string())?;
    let real = check(task, &plan).map_err(|fault| match fault {
        crate::strips::Fault::Precondition { step, .. } => format!("{}: {fault}", file.steps[step - 1].0),
        _ => format!("{}: {fault}", file.steps.last().map_or(1, |step| step.0)),
    })?;
    match file.cost.filter(|stated| *stated != real) {
        Some(stated) => Err(format!("1: the plan says that it costs {stated}, but it costs {real}")),
        None => Ok(real),
    }
}

/// Returns the heading of an exported problem as lines of comments: source, picture of the level, and the parts of the
/// level that could not be exported.
pub(in crate::cli) fn heading(file: &str, number: usize, level: &Level, missing: &[String]) -> String {
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
