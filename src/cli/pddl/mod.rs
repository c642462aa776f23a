//! The subcommand `sokoplan pddl`: exports levels as PDDL, solves PDDL tasks, and checks plans.

mod check;
mod export;
mod solve;

use crate::cli::io::{ExitStatus, Failure};
pub(super) use check::CheckRow;
pub(super) use solve::{PlanRow, Summary};

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
