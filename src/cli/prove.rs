//! The subcommand `sokoplan prove`: proves that levels have no solution, or no solution with fewer pushes, and that deadlock
//! patterns are deadlocks.

use super::patterns;
use super::proofs::Goal;
use crate::cli::io::{
    Driver, ExitStatus, Failure, LevelArgs, LimitArgs, Output, OutputArgs, PickedLevel, Progress, TextOrJson, distinct,
    message, row,
};
use crate::level::Level;
use crate::proof::Attempt;
use crate::render::ProofRow;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Prove levels unsolvable, bounds on pushes, or deadlock patterns
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct ProveArgs {
    #[command(subcommand)]
    mode: Option<Mode>,
    #[command(flatten)]
    level: LevelProofArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Mode {
    Level(Box<LevelProofArgs>),
    Patterns(PatternProofArgs),
}

/// Prove that levels have no solution, or none with fewer pushes (the default)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan prove set.xsb --level 3               the level has no solution
  sokoplan prove set.xsb --level 3 --after rrdL  a later position has none
  sokoplan prove set.xsb --level 3 --bound 42    at least 42 pushes
  sokoplan prove set.xsb -o set.sokoproof
  sokoplan prove set.xsb | sokoplan verify - set.xsb

A proof is a text of pictures that `sokoplan verify` or another program can check without a search:
see `help proofs`. Each proof is checked before it is written. If a level gets no proof, the reason
is printed on standard error, and the exit code is 1.")]
struct LevelProofArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Prove this minimum number of pushes of every solution
    #[arg(help_heading = "Proof", long, value_name = "PUSHES")]
    bound: Option<u16>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

/// Prove that deadlock patterns are deadlocks
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan prove patterns
  sokoplan prove patterns mine.txt --json

Verdicts: stuck (no box can be moved), enclosed (not all boxes can be moved away), open (no
deadlock), unproved (the search was too large; never matched). If a player inside can push his way
out, the pattern holds only while he is outside. A match takes account of the goals inside.")]
struct PatternProofArgs {
    /// File of patterns [default: the built-in file]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

pub(super) fn run(args: &ProveArgs) -> Result<ExitStatus, Failure> {
    match &args.mode {
        None => levels(&args.level),
        Some(Mode::Level(args)) => levels(args),
        Some(Mode::Patterns(args)) => patterns::prove(args.file.as_deref(), &args.output),
    }
}

fn levels(args: &LevelProofArgs) -> Result<ExitStatus, Failure> {
    distinct(args.levels.paths(), [args.output.destination()])?;
    let selection = args.levels.load(&args.limits.reading())?;
    let driver = Driver::begin(
        args.limits.threads,
        Progress::line("proving ", selection.entries.len(), args.output.is_quiet()),
    )?;
    let goal = match args.bound {
        Some(pushes) => Goal::Pushes(pushes.into(), None),
        None => Goal::NoSolution(if args.levels.pick.after.is_some() { "dead" } else { "unsolvable" }),
    };
    let (mut out, mut proved) = (args.output.open()?, 0);
    let limits = args.limits.limits();
    let work = |_: &PickedLevel, level: &Level| Ok(goal.attempt(level, limits, &driver.stop));
    let done = |out: &mut Output, picked: &PickedLevel, attempt: Attempt| {
        proved += usize::from(attempt.proof.is_some());
        report(args, out, picked, &attempt)
    };
    let ran = driver.rows(&selection, &mut out, args.output.is_json(), work, done)?;
    if !args.output.is_json() && ran.levels > 0 {
        message::note(&format!("{proved} of {} proved", ran.levels));
    }
    // Without a proof the file is left as it is.
    let out = if proved > 0 || args.output.is_json() { out } else { Output::nowhere() };
    ran.conclude(out, args.output.is_json(), Proved { proved })
}

/// Count of the last row.
#[derive(JsonSchema, Serialize)]
pub(super) struct Proved {
    /// Number of levels with a proof.
    proved: usize,
}

fn report(
    args: &LevelProofArgs,
    out: &mut Output,
    picked: &PickedLevel,
    attempt: &Attempt,
) -> Result<ExitStatus, Failure> {
    let text = attempt.proof.as_ref().map(|proof| proof.text.as_str());
    if args.output.is_json() {
        row::level(out, &picked.file, picked.entry.number, ProofRow::new(&picked.entry.title, attempt.clone()))?;
    } else if let Some(text) = text {
        writeln!(out, "; {}\n{text}", picked.heading())?;
    }
    out.flush()?;
    let (Some(reason), Some(claim)) = (&attempt.unproved, &attempt.claim) else { return Ok(ExitStatus::Done) };
    let place = format!("{}: level {}", picked.file, picked.entry.number);
    message::error(&format!("{place}: no proof of `{claim}`: {reason}"));
    Ok(ExitStatus::No)
}
