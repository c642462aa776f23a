//! The subcommand `sokoplan prove`: proves that levels have no solution, or no solution with fewer pushes, and that deadlock
//! patterns are deadlocks.

use super::budget::LimitArgs;
use super::destination::distinct;
use super::output::{Output, OutputArgs, TextOrJson};
use super::progress::Progress;
use super::proofs::Goal;
use super::select::{LevelArgs, PickedLevel};
use super::{ExitStatus, Failure, message, patterns, row};
use crate::level::Level;
use crate::proof::Attempt;
use crate::render::ProofRow;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Prove levels unsolvable, bounds on pushes, or deadlock patterns
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan prove set.xsb --level 3               the level has no solution
  sokoplan prove set.xsb --level 3 --after rrdL  the position after these moves has none
  sokoplan prove set.xsb --level 3 --bound 42    every solution has at least 42 pushes
  sokoplan prove set.xsb -o set.sokoproof
  sokoplan prove set.xsb | sokoplan verify - set.xsb
  sokoplan prove --patterns mine.txt --json

A proof is a text of pictures that `sokoplan verify` or another program can check without a search:
see `help proofs`. Each proof is checked before it is written. If a level gets no proof, the reason
is printed on standard error, and the exit code is 1.

Verdicts on patterns: stuck (no box can be moved), enclosed (not all boxes can be moved away), open
(no deadlock), unproved (the search was too large; never matched). If a player inside can push his
way out, the pattern holds only while he is outside. A match takes account of the goals inside.")]
pub(super) struct ProveArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Prove this minimum number of pushes of every solution
    #[arg(help_heading = "Proof", long, value_name = "PUSHES")]
    bound: Option<u16>,
    /// Prove the deadlock patterns of a file [default: the built-in file]
    #[arg(help_heading = "Proof", long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["files", "bound"])]
    #[expect(clippy::option_option, reason = "no option, the option alone, a file")]
    patterns: Option<Option<PathBuf>>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

pub(super) fn run(args: &ProveArgs) -> Result<ExitStatus, Failure> {
    if let Some(file) = &args.patterns {
        return patterns::prove(file.as_deref(), &args.output);
    }
    distinct(args.levels.paths(), [args.output.destination()])?;
    let selection = args.levels.load(&args.limits.reading())?;
    let driver =
        args.limits.threads.driver(Progress::line("proving ", selection.entries.len(), args.output.is_quiet()))?;
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

fn report(args: &ProveArgs, out: &mut Output, picked: &PickedLevel, attempt: &Attempt) -> Result<ExitStatus, Failure> {
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
