//! Files of patterns: the options `--area-patterns`, with the definition of rooms and tunnels, and `--deadlock-patterns`; the proofs
//! of `prove patterns`.

use crate::cli::io::files::text;
use crate::cli::io::{ExitStatus, Failure, OutputArgs, TextOrJson, distinct, reading_unlimited, row};
use crate::deadlock::DeadlockPatterns;
use crate::deadlock::patterns::{DeadlockPattern, PictureProof};
use crate::level::Board;
use crate::maze::{AreaPatterns, Areas, RoomsBy};
use crate::render::counted;
use crate::run::{Meter, Stop};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

/// `--deadlock-patterns`, for every subcommand that detects deadlocks.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct PatternArgs {
    /// Deadlock patterns [default: built-in ones]
    #[arg(help_heading = "Deadlocks", long, value_name = "FILE", hide_short_help = true)]
    deadlock_patterns: Option<PathBuf>,
}

impl PatternArgs {
    pub(super) fn path(&self) -> Option<&Path> {
        self.deadlock_patterns.as_deref()
    }

    pub(super) fn patterns(&self) -> Result<DeadlockPatterns, Failure> {
        deadlock_patterns(self.path())
    }
}

/// Returns the patterns of a file, or the built-in ones.
fn deadlock_patterns(file: Option<&Path>) -> Result<DeadlockPatterns, Failure> {
    file.map_or_else(|| Ok(DeadlockPatterns::default()), |path| parsed(path, DeadlockPatterns::parse))
}

fn parsed<T, E: Display>(path: &Path, parse: impl FnOnce(&str) -> Result<T, E>) -> Result<T, Failure> {
    let text = text(path, &reading_unlimited())?;
    parse(&text).map_err(|fault| Failure::message(format!("{}:{fault}", path.display())))
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
    let set = deadlock_patterns(file)?;
    let mut out = output.open()?;
    let mut summary = Summary::default();
    for pattern in set.patterns() {
        let row = PatternRow::of(pattern);
        summary.patterns += 1;
        summary.sound += usize::from(matches!(row.verdict, "stuck" | "enclosed"));
        summary.outside_only += usize::from(row.outside_only);
        summary.centred += row.centred;
        if output.is_json() {
            row::row(&mut out, "pattern", &row)?;
        } else {
            let outside = if row.outside_only { ", while the player is outside" } else { "" };
            writeln!(out, "{}: {}{outside}; matched in {}", row.name, row.verdict, counted(row.centred, "way"))?;
            row.picture.lines().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
    }
    let Summary { patterns, sound, outside_only, centred } = &summary;
    if output.is_json() {
        row::summary(&mut out, &summary)?;
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

#[derive(Clone, Debug, clap::Args)]
pub(super) struct AreaArgs {
    /// Definition of rooms; see `help areas`
    ///
    /// One of width, lisa, blocks, none and random.
    #[arg(help_heading = "Rooms", long, default_value_t, value_name = "WORD", hide_short_help = true)]
    rooms_by: RoomsBy,
    /// Area patterns for `lisa` [default: built-in ones]
    #[arg(help_heading = "Rooms", long, value_name = "FILE", hide_short_help = true)]
    area_patterns: Option<PathBuf>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Cutter {
    pub(super) by: RoomsBy,
    pub(super) patterns: AreaPatterns,
}

impl AreaArgs {
    pub(super) fn path(&self) -> Option<&Path> {
        self.area_patterns.as_deref()
    }

    /// Returns the definition of rooms, with its pattern file read; an error if the definition uses no such file.
    pub(super) fn cutter(&self) -> Result<Cutter, Failure> {
        if self.area_patterns.is_some() && self.rooms_by != RoomsBy::Lisa {
            return Err(Failure::message("--area-patterns has no effect: it is for --rooms-by lisa"));
        }
        let patterns = self.path().map(|path| parsed(path, AreaPatterns::parse)).transpose()?;
        Ok(Cutter { by: self.rooms_by, patterns: patterns.unwrap_or_default() })
    }
}

impl Cutter {
    pub(super) fn areas(&self, board: &Board, meter: &Meter) -> Result<Areas, Stop> {
        Areas::within(board, self.by, &self.patterns, meter)
    }
}
