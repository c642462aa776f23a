//! The subcommand `sokoplan completions`: prints scripts that complete commands in a shell.

use super::command;
use crate::cli::io::{ExitStatus, Failure};
use clap_complete::Shell;
use std::io::Write;

/// Print a script that completes this command in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan completions bash >> ~/.bash_completion
  sokoplan completions zsh > ~/.zfunc/_sokoplan")]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs) -> Result<ExitStatus, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "sokoplan", &mut script);
    anstream::stdout().write_all(&script)?;
    Ok(ExitStatus::Done)
}
