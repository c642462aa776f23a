//! Files of deadlock patterns: the option `--deadlock-patterns`, and the proofs of `prove --patterns`.

use super::budget::reading_unlimited;
use super::destination::distinct;
use super::output::{OutputArgs, TextOrJson};
use super::select::text;
use super::{ExitStatus, Failure};
use crate::deadlock::DeadlockPatterns;
use crate::deadlock::patterns::{DeadlockPattern, PictureProof};
use crate::render::counted;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// `--deadlock-patterns`, for every subcommand that detects deadlocks.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct PatternArgs {
    /// Read deadlock patterns from this file instead of the built-in ones
    #[arg(help_heading = "Deadlocks", long, value_name = "FILE", hide_short_help = true)]
    deadlock_patterns: Option<PathBuf>,
}

impl PatternArgs {
    pub(super) fn path(&self) -> Option<&Path> {
        self.deadlock_patterns.as_deref()
    }

    pub(super) fn patterns(&self) -> Result<DeadlockPatterns, Failure> {
        Ok(self.deadlock_patterns.as_deref().map(read).transpose()?.unwrap_or_default())
    }
}

fn read(path: &Path) -> Result<DeadlockPatterns, Failure> {
    let text = text(path, &reading_unlimited())?;
    DeadlockPatterns::parse(&text).map_err(|fault| Failure::message(format!("{}:{fault}", path.display())))
}

#[derive(JsonSchema, Serialize)]
pub(super) struct PatternRow<'a> {
    /// Name of the pattern.
    name: &'a str,
    /// Picture of the pattern.
    picture: String,
    /// Result of the search around the pattern: `stuck`, `enclosed`, `open` or `unproved`.
    verdict: &'static str,
    /// Whether the pattern is a deadlock only while the player is outside.
    outside_only: bool,
    /// Number of forms: turned, mirrored, each by the box in the centre.
    centred: usize,
    /// Number of positions that were searched.
    positions: usize,
}

#[derive(Default, JsonSchema, Serialize)]
pub(super) struct Summary {
    /// Number of patterns.
    patterns: usize,
    /// Number of patterns that are deadlocks.
    sound: usize,
    /// Number of deadlocks that hold only while the player is outside.
    outside_only: usize,
    /// Number of forms of all patterns.
    centred: usize,
}

/// Proves each pattern of a file, or of the built-in ones, and writes the verdicts; `No` if a pattern is no deadlock.
pub(super) fn prove(file: Option<&Path>, output: &OutputArgs<TextOrJson>) -> Result<ExitStatus, Failure> {
    distinct(file.into_iter(), [output.destination()])?;
    let set = file.map_or_else(|| Ok(DeadlockPatterns::default()), read)?;
    let mut out = output.open()?;
    let mut summary = Summary::default();
    for pattern in set.patterns() {
        let row = PatternRow::of(pattern);
        summary.patterns += 1;
        summary.sound += usize::from(matches!(row.verdict, "stuck" | "enclosed"));
        summary.outside_only += usize::from(row.outside_only);
        summary.centred += row.centred;
        if output.is_json() {
            super::row::row(&mut out, "pattern", &row)?;
        } else {
            let outside = if row.outside_only { ", while the player is outside" } else { "" };
            writeln!(out, "{}: {}{outside}; matched in {}", row.name, row.verdict, counted(row.centred, "way"))?;
            row.picture.lines().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
    }
    let Summary { patterns, sound, outside_only, centred } = &summary;
    if output.is_json() {
        super::row::summary(&mut out, &summary)?;
    } else {
        let counts = format!(
            "{}, {sound} proved, {outside_only} of them while the player is outside",
            counted(*patterns, "pattern")
        );
        writeln!(out, "{counts}; {} to lay them on a box", counted(*centred, "way"))?;
    }
    out.close()?;
    Ok(ExitStatus::from(summary.sound == summary.patterns))
}

impl<'a> PatternRow<'a> {
    fn of(pattern: &'a DeadlockPattern) -> Self {
        let proof = pattern.proof.as_ref();
        let is_sound = proof.is_some_and(PictureProof::is_sound);
        PatternRow {
            name: &pattern.name,
            picture: pattern.picture.to_string(),
            verdict: match proof {
                None => "unproved",
                Some(proof) if proof.is_stuck() => "stuck",
                Some(_) if is_sound => "enclosed",
                Some(_) => "open",
            },
            outside_only: is_sound && !proof.is_some_and(PictureProof::is_sound_inside),
            centred: pattern.centred,
            positions: proof.map_or(0, |proof| proof.positions),
        }
    }
}
