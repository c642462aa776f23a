//! The subcommand `sokoplan patterns`: proves deadlock patterns, or finds them.

mod check;
mod find;

use super::select::text;
use super::{ExitStatus, Failure};
use crate::deadlock::DeadlockPatterns;
use clap::Subcommand;
use std::path::{Path, PathBuf};

/// Prove deadlock patterns, or find them all
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan patterns check                            the built-in ones
  sokoplan patterns check mine.txt --json
  sokoplan patterns find --size 3x3 -o found.txt
  sokoplan layers set.xsb --layer alert --deadlock-patterns found.txt")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Args),
    Find(find::Args),
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    match &args.command {
        Command::Check(args) => check::run(args),
        Command::Find(args) => find::run(args),
    }
}

/// `--deadlock-patterns`, for every subcommand that detects deadlocks.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct PatternArgs {
    /// A file of deadlock patterns instead of the built-in ones
    #[arg(help_heading = "Deadlocks", long, value_name = "FILE", hide_short_help = true)]
    deadlock_patterns: Option<PathBuf>,
}

impl PatternArgs {
    /// Returns the path of the pattern file; `None` if no file is given.
    pub(super) fn path(&self) -> Option<&Path> {
        self.deadlock_patterns.as_deref()
    }

    /// Returns the patterns of the file, or the built-in ones if no file is given.
    pub(super) fn patterns(&self) -> Result<DeadlockPatterns, Failure> {
        Ok(self.deadlock_patterns.as_deref().map(read).transpose()?.unwrap_or_default())
    }
}

fn read(path: &Path) -> Result<DeadlockPatterns, Failure> {
    let text = text(path)?;
    DeadlockPatterns::parse(&text).map_err(|fault| Failure::message(format!("{}:{fault}", path.display())))
}
