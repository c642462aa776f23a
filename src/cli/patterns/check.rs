//! The subcommand `sokoplan patterns check`: proves that deadlock patterns are deadlocks.

use super::super::destination::distinct;
use super::super::output::{OutputArgs, TextOrJson};
use super::super::{ExitStatus, Failure, row};
use super::read;
use crate::deadlock::DeadlockPatterns;
use crate::deadlock::patterns::{DeadlockPattern, Proof};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Prove each pattern of a file by searching all that can be done around it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan patterns check
  sokoplan patterns check mine.txt --json

Verdicts: stuck (no box can be moved), enclosed (boxes move, but not all can be brought away),
open (no deadlock: all can be brought away), unproved (too much to search; never matched).
Where a player inside can push his way out, the pattern counts only while he is outside.
Goals inside a picture are asked anew wherever it is matched.")]
pub(super) struct Args {
    /// A file of patterns instead of the built-in ones
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

#[derive(Serialize)]
struct Checked<'a> {
    name: &'a str,
    picture: String,
    verdict: &'static str,
    outside_only: bool,
    centred: usize,
    positions: usize,
}

#[derive(Default, Serialize)]
struct Summary {
    patterns: usize,
    sound: usize,
    outside_only: usize,
    centred: usize,
}

/// Runs `sokoplan patterns check`; the exit status is `No` if a pattern is not a deadlock.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    distinct(args.file.as_deref().into_iter(), [args.output.destination()])?;
    let set = args.file.as_deref().map_or_else(|| Ok(DeadlockPatterns::default()), read)?;
    let mut out = args.output.open()?;
    let mut summary = Summary::default();
    for pattern in set.patterns() {
        let checked = checked(pattern);
        summary.patterns += 1;
        summary.sound += usize::from(matches!(checked.verdict, "stuck" | "enclosed"));
        summary.outside_only += usize::from(checked.outside_only);
        summary.centred += checked.centred;
        if args.output.is_json() {
            row::row(&mut out, "pattern", &checked)?;
        } else {
            let outside = if checked.outside_only { ", while the player is outside" } else { "" };
            writeln!(out, "{}: {}{outside}; matched in {} ways", checked.name, checked.verdict, checked.centred)?;
            checked.picture.lines().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
    }
    let Summary { patterns, sound, outside_only, centred } = &summary;
    if args.output.is_json() {
        row::summary(&mut out, &summary)?;
    } else {
        let counts = format!("{patterns} patterns, {sound} proved, {outside_only} of them while the player is outside");
        writeln!(out, "{counts}; {centred} ways to lay them on a box")?;
    }
    out.close()?;
    Ok(ExitStatus::from(summary.sound == summary.patterns))
}

fn checked(pattern: &DeadlockPattern) -> Checked<'_> {
    let proof = pattern.proof.as_ref();
    let is_sound = proof.is_some_and(Proof::is_sound);
    Checked {
        name: &pattern.name,
        picture: pattern.picture.to_string(),
        verdict: match proof {
            None => "unproved",
            Some(proof) if proof.is_stuck() => "stuck",
            Some(_) if is_sound => "enclosed",
            Some(_) => "open",
        },
        outside_only: is_sound && !proof.is_some_and(Proof::is_sound_inside),
        centred: pattern.centred,
        positions: proof.map_or(0, |proof| proof.positions),
    }
}
