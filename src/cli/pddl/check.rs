//! The subcommand `sokoplan pddl check`: checks plans of PDDL problems.

use crate::cli::io::files::{self, text};
use crate::cli::io::{BudgetArgs, ExitStatus, Failure, OutputArgs, Progress, TextOrJson, distinct, interruptible, row};
use crate::render::counted;
use crate::run::{Meter, safe};
use crate::strips::pddl::{Domain, Problem, ReadError};
use crate::strips::{GroundError, PlanFault, PlanFile, validate};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Check a plan: its steps, the goal, and the cost
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan pddl check domain.pddl problem.pddl plan
  sokoplan pddl check domain.pddl problem.pddl - < plan

Every step must be possible, and the goal reached. The plan has one step per line; a line `; cost = N` must state its cost. The first fault is
reported with its line. The plan is executed on the PDDL itself, without any code of `pddl solve`.")]
pub(super) struct PddlCheckArgs {
    #[command(flatten)]
    task: TaskArgs,
    /// The plan; `-` is standard input
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

/// JSON row of a checked plan.
#[derive(JsonSchema, Serialize)]
pub(crate) struct CheckRow {
    /// File of the plan.
    plan: String,
    /// Whether every step is possible and the goal holds at the end.
    valid: bool,
    /// Number of steps.
    steps: usize,
    /// Cost of the plan; `null` if a step is impossible.
    cost: Option<u64>,
    /// First fault, with its line; `null` for a valid plan.
    fault: Option<String>,
}

pub(super) fn run(args: &PddlCheckArgs) -> Result<ExitStatus, Failure> {
    distinct(args.task.paths().into_iter().chain([args.plan.as_path()]), [args.output.destination()])?;
    let name = files::name(&args.plan);
    let plan = text(&args.plan, &args.budget.reading())?;
    let file = PlanFile::parse(&plan).map_err(|error| Failure::message(format!("{name}:{error}")))?;
    let stop = interruptible()?;
    let working = Progress::working("checking the plan", args.output.is_quiet(), &stop);
    let meter = Meter::new(args.budget.limits(), stop);
    let files = args.task.read(&meter).map_err(|failure| match failure {
        Failure::Reading(stop) => Failure::stopped(stop),
        fault => fault,
    })?;
    let verdict = validate(&files.domain, &files.problem, &file, &meter);
    drop(working);
    if let Err(PlanFault::Stopped(stop)) = verdict {
        return Err(Failure::stopped(stop));
    }
    let mut out = args.output.open()?;
    match &verdict {
        verdict if args.output.is_json() => {
            let fault = verdict.as_ref().err().map(ToString::to_string);
            let cost = verdict.as_ref().ok().copied();
            let row = CheckRow { plan: name, valid: fault.is_none(), steps: file.steps.len(), cost, fault };
            row::row(&mut out, "plan", row)?;
        }
        Ok(cost) => writeln!(out, "valid: {}, cost {cost}", counted(file.steps.len(), "step"))?,
        Err(fault) => writeln!(out, "{name}:{}", safe(&fault.to_string()))?,
    }
    out.close()?;
    Ok(ExitStatus::from(verdict.is_ok()))
}

#[derive(Clone, Debug, clap::Args)]
pub(super) struct TaskArgs {
    /// A PDDL domain
    #[arg(value_name = "DOMAIN")]
    domain: PathBuf,
    /// A PDDL problem of that domain
    #[arg(value_name = "PROBLEM")]
    problem: PathBuf,
}

pub(super) struct TaskFiles {
    pub(super) domain: Domain,
    pub(super) problem: Problem,
}

impl TaskArgs {
    pub(super) fn paths(&self) -> [&Path; 2] {
        [&self.domain, &self.problem]
    }

    /// Reads the domain file and the problem file; [`Failure::Reading`] for a limit that was met, another failure for a
    /// fault of a file.
    pub(super) fn read(&self, meter: &Meter) -> Result<TaskFiles, Failure> {
        let failure = |path: &Path, error| match error {
            ReadError::Stopped(stop) => Failure::Reading(stop),
            ReadError::Fault(error) => fault(path, &error),
        };
        let domain = Domain::read(&text(&self.domain, meter)?, meter).map_err(|error| failure(&self.domain, error))?;
        let problem = Problem::read(&text(&self.problem, meter)?, &domain, meter);
        Ok(TaskFiles { domain, problem: problem.map_err(|error| failure(&self.problem, error))? })
    }

    /// Returns a failure to ground as one of the problem's file; [`Failure::Reading`] for a limit that was met.
    pub(super) fn failure(&self, error: GroundError) -> Failure {
        match error {
            GroundError::Stopped(stop) => Failure::Reading(stop),
            error => fault(&self.problem, &format!(" {error}")),
        }
    }
}

fn fault(path: &Path, error: &dyn Display) -> Failure {
    Failure::message(format!("{}:{error}", files::name(path)))
}
