//! The subcommand `sokoplan pddl check`: checks plans of PDDL problems.

use super::TaskArgs;
use crate::cli::io::files::{self, text};
use crate::cli::io::{BudgetArgs, ExitStatus, Failure, OutputArgs, Progress, TextOrJson, distinct, interruptible, row};
use crate::render::counted;
use crate::run::{Meter, safe};
use crate::strips::{PlanFault, PlanFile, validate};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

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
pub(in crate::cli) struct CheckRow {
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
    let files = args.task.read(&meter)?.map_err(Failure::stopped)?;
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
