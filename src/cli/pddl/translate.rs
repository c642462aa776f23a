//! The subcommand `sokoplan pddl translate`: writes PDDL tasks as SAS+.

use super::files::TaskArgs;
use crate::cli::budget::BudgetArgs;
use crate::cli::destination::not_inputs;
use crate::cli::interruption::interruptible;
use crate::cli::output::OutputFile;
use crate::cli::progress::Progress;
use crate::cli::{ExitStatus, Failure};
use crate::run::Meter;
use crate::strips::write_sas;
use std::io::Write;

/// Write a PDDL task in finite-domain variables (SAS+), for planners that read these
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan pddl translate domain.pddl problem.pddl -o output.sas
  sokoplan pddl translate domain.pddl problem.pddl | downward --search 'astar(lmcut())'

The text is that of Fast Downward's translator (version 3). Facts of which at most one can hold are
the values of one variable, found by what actions add and delete. All that `pddl solve` reads can be
written: conditions and conditional effects are compiled into operators of the same name. Where that
needs operators that are no actions of the domain, these are named `hidden`, and left out of a plan.")]
pub(super) struct Args {
    #[command(flatten)]
    task: TaskArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputFile,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    not_inputs(args.task.paths().into_iter(), args.output.path())?;
    let stop = interruptible()?;
    let working = Progress::working("translating", args.output.is_quiet(), &stop);
    let mut meter = Meter::new(args.budget.limits(), stop);
    let claimed = args.task.ground(&mut meter)?.map_err(Failure::stopped)?;
    let text = write_sas(&claimed.task, &meter).map_err(Failure::stopped)?;
    drop(working);
    let mut out = args.output.open()?;
    out.write_all(text.as_bytes())?;
    out.close()?;
    Ok(ExitStatus::Done)
}
